import { type Words, words } from '@wattkeeper/contracts/kit'

export const importFields = [
  'code',
  'equipTypeId',
  'equipModelId',
  'operatorId',
  'regionCode',
  'address',
  'longitude',
  'latitude',
  'status',
] as const
export type ImportField = (typeof importFields)[number]

/** The columns of the import file, by the field of a device that each fills. */
export const importColumns: Readonly<Record<ImportField, ImportColumn>> = {
  code: column('设备编码', 'Device code', {
    explained: words('必填。1-32位字母或数字，不可重复', 'Required. 1 to 32 letters and digits, unique'),
    isRequired: true,
  }),
  equipTypeId: column('设备类型', 'Device type', {
    explained: words('必填。设备类型名称，见下表', 'Required. The name of a device type, see below'),
    isRequired: true,
  }),
  equipModelId: column('设备型号', 'Device model', {
    explained: words('必填。该设备类型下的型号名称，见下表', 'Required. A model of that type, see below'),
    isRequired: true,
  }),
  operatorId: column('运营商编码', 'Operator code', {
    explained: words('必填。1-4位大写字母，见下表', 'Required. 1 to 4 capital letters, see below'),
    isRequired: true,
  }),
  regionCode: column('地区编码', 'Region code', {
    explained: words(
      '选填。行政区划代码，如 110105；国外为 ISO 3166 代码',
      'Optional. Chinese adcode such as 110105, elsewhere the ISO 3166 code',
    ),
  }),
  address: column('详细地址', 'Address', {
    explained: words('选填。不超过200个字符', 'Optional. At most 200 characters'),
  }),
  longitude: column('经度', 'Longitude', { explained: words('选填。-180 到 180', 'Optional. -180 to 180') }),
  latitude: column('纬度', 'Latitude', { explained: words('选填。-90 到 90', 'Optional. -90 to 90') }),
  status: column('业务状态', 'Business status', {
    explained: words('选填。见下表，默认未出库', 'Optional. See below, not delivered by default'),
  }),
}

interface ImportColumn {
  readonly header: Words
  readonly explained: Words
  readonly isRequired: boolean
}

function column(
  zh: string,
  en: string,
  { explained, isRequired = false }: { explained: Words; isRequired?: boolean },
): ImportColumn {
  return { header: words(zh, en), explained, isRequired }
}
