import type { FirmwareUpload } from '@wattkeeper/contracts/api/firmware'
import Form from 'antd/es/form'
import type { ReactNode } from 'react'
import { Field } from '../../ui/form/Field.tsx'
import { FileField } from './FileField.tsx'
import { readFrom } from './board-rules.ts'
import type { GivenFile } from './given-file.ts'
import { useText } from './text.ts'

interface Props {
  readonly file: GivenFile | undefined
  readonly purpose: 'create' | 'update'
  readonly onUploaded: (upload: FirmwareUpload) => void
  readonly onRemove: () => void
}

/** The file of the form: what it tells is filled in, and goes again with it. */
export function FileItem({ file, purpose, onUploaded, onRemove }: Props): ReactNode {
  const t = useText()
  const form = Form.useFormInstance()
  const take = (upload: FirmwareUpload) => {
    const read = readFrom(upload)
    form.setFieldsValue(read)
    form.setFields(Object.keys(read).map((name) => ({ name, errors: [] })))
    onUploaded(upload)
  }
  const remove = () => {
    form.setFieldsValue({ filePath: undefined })
    for (const name of file?.locked ?? []) form.setFieldsValue({ [name]: undefined })
    onRemove()
  }
  return (
    <Field name="filePath" label={t('file')}>
      <FileField given={file} purpose={purpose} onUploaded={take} onRemove={remove} />
    </Field>
  )
}
