import { NewAdvert, adverts } from '@wattkeeper/contracts/api/adverts'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { type Range, RangeField } from '../../ui/filter/RangeField.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { type Annex, AnnexField } from './AnnexField.tsx'
import { useText } from './text.ts'

const noRange: Range = [undefined, undefined]

/** A new advertisement: its file first, which is what makes it possible to confirm. */
export function AdvertForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const create = useAction(adverts.create, { inForm: true })
  const [annex, setAnnex] = useState<Annex>()
  const [range, setRange] = useState<Range>(noRange)
  const [from, to] = range
  return (
    <FormDialog
      title={t('new.title')}
      schema={NewAdvert}
      canSubmit={annex !== undefined}
      fixed={{
        fgDelete: 0,
        ...(annex && { annexUrl: annex.url, fileMame: annex.name }),
        ...(from !== undefined && { adStartTime: from }),
        ...(to !== undefined && { adEndTime: to }),
      }}
      confirm={({ adName }) => t('new.confirm', { name: adName })}
      onSubmit={create.run}
      onClose={onClose}
    >
      <Field name="adName" label={t('adName')}>
        <Input maxLength={100} />
      </Field>
      <Form.Item label={t('range')} extra={t('range.hint')}>
        <RangeField label={t('range')} value={range} onChange={setRange} />
      </Form.Item>
      <Form.Item label={t('file')} required>
        <AnnexField annex={annex} onChange={setAnnex} />
      </Form.Item>
    </FormDialog>
  )
}
