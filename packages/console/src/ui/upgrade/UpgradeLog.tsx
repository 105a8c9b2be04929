import { type UpgradeLogRow, upgradeResults, upgrades } from '@wattkeeper/contracts/api/upgrades'
import { dictionary } from '@wattkeeper/contracts/api/reference'
import type { ReactNode } from 'react'
import { rarelyChanges, useDeviceTypes } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/DataTable.tsx'
import { Tag } from '../Tag.tsx'
import { Time } from '../time/Time.tsx'
import { useUrlState } from '../url/useUrlState.ts'
import { useOutcomeText } from './outcome.ts'
import { statusOf } from './status.ts'
import { useText } from './text.ts'

const noFilter = {}

/** What was done to the firmware of a device, newest first; what runs now moves on by itself. */
export function UpgradeLog({ deviceId }: { readonly deviceId: number }): ReactNode {
  const t = useText()
  const state = useUrlState(noFilter)
  const list = useData(
    upgrades.log,
    { equipId: deviceId, ...state.paging },
    { live: ['upgrades'], quiet: true },
  )
  return (
    <DataTable
      screen="upgrade-log"
      label={t('label')}
      hasIndex
      columns={[...useWhatColumns(), ...useWhenColumns()]}
      list={list}
      state={state}
      keyOf={({ id }) => id}
    />
  )
}

/** The part by its name in the catalogue; of a cabinet's several boards the slot too. */
function usePartName(): (of: Pick<UpgradeLogRow, 'equipTypeId' | 'partType' | 'addrId'>) => string {
  const t = useText()
  const types = useDeviceTypes()
  return ({ equipTypeId, partType, addrId }) => {
    const parts = types.find(({ id }) => id === equipTypeId)?.partTypes
    const part = parts?.find(({ code }) => code === partType)?.name ?? partType
    return addrId === 0 ? part : t('slot', { part, slot: addrId })
  }
}

/** The words are the dictionary's; a code that it does not have is unknown. */
function Result({ of: { result, progPercent } }: { readonly of: UpgradeLogRow }): ReactNode {
  const t = useText()
  const { data } = useData(dictionary.enumerations, { types: ['UPGRADE_STATUS'] }, rarelyChanges)
  if (!data) return null
  const { name, tone } = statusOf(data['UPGRADE_STATUS'] ?? [], result)
  return (
    <>
      <Tag tone={tone}>{name ?? t('unknown')}</Tag>
      {result === upgradeResults.upgrading && ` ${Math.round(progPercent)}%`}
    </>
  )
}

function useWhatColumns(): readonly Column<UpgradeLogRow>[] {
  const t = useText()
  const partName = usePartName()
  const outcome = useOutcomeText()
  return [
    {
      key: 'part',
      title: t('part'),
      width: 170,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: partName,
    },
    {
      key: 'versionBefore',
      title: t('versionBefore'),
      width: 120,
      render: ({ versionBefore }) => versionBefore ?? '—',
    },
    { key: 'version', title: t('version'), width: 110, isEssential: true, render: (row) => row.version },
    { key: 'result', title: t('result'), width: 130, render: (row) => <Result of={row} /> },
    { key: 'reason', title: t('reason'), width: 230, render: (row) => outcome(row) || '—' },
  ]
}

function useWhenColumns(): readonly Column<UpgradeLogRow>[] {
  const t = useText()
  const time = (at: string | null) => (at === null ? '—' : <Time at={at} isAbsolute />)
  return [
    { key: 'createTime', title: t('createTime'), width: 170, render: (row) => time(row.createTime) },
    {
      key: 'sendTime',
      title: t('sendTime'),
      width: 170,
      isOptional: true,
      render: ({ sendTime }) => time(sendTime),
    },
    { key: 'finishTime', title: t('finishTime'), width: 170, render: (row) => time(row.finishTime) },
    {
      key: 'source',
      title: t('source'),
      width: 110,
      render: ({ source }) => t(`source.${source}`),
    },
    {
      key: 'createBy',
      title: t('createBy'),
      width: 120,
      isCut: true,
      render: ({ createBy }) => createBy ?? '—',
    },
  ]
}
