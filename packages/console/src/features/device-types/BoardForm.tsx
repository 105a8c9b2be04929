import { BoardChange, type BoardDetail, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import Form, { type FormInstance } from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { useAction } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'

interface Props {
  /** Absent: a new one. */
  readonly board: BoardDetail | undefined
  readonly onClose: () => void
}

/** The parts of one device type are not those of another. */
const follow = (changed: Readonly<Record<string, unknown>>, form: FormInstance): void => {
  if ('equipTypeId' in changed) form.resetFields(['partType'])
}

function valuesOf({ equipTypeId, partType, pcbCode, pcbName, pcbNameEn, applyTo }: BoardDetail) {
  return { equipTypeId, partType, pcbCode, pcbName, pcbNameEn, applyTo }
}

export function BoardForm({ board, onClose }: Props): ReactNode {
  const t = useText()
  const save = useAction(deviceTypeCatalogue.saveBoard, { inForm: true })
  const kind = t('board')
  return (
    <FormDialog
      title={t(board ? 'editTitle' : 'addTitle', { kind })}
      schema={BoardChange}
      initial={board ? valuesOf(board) : {}}
      fixed={board ? { id: board.id, version: board.version } : {}}
      confirm={({ pcbCode }) => t(board ? 'editConfirm' : 'addConfirm', { kind, name: pcbCode })}
      onSubmit={save.run}
      onChange={follow}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  )
}

function Fields(): ReactNode {
  const t = useText()
  const types = useDeviceTypes()
  const typeId: unknown = Form.useWatch('equipTypeId')
  const parts = types.find(({ id }) => id === typeId)?.partTypes ?? []
  return (
    <>
      <Field name="pcbCode" label={t('boardCode')}>
        <Input autoFocus spellCheck={false} />
      </Field>
      <Field name="pcbName" label={t('boardName')}>
        <Input />
      </Field>
      <Field name="pcbNameEn" label={t('nameEn')}>
        <Input />
      </Field>
      <Field name="equipTypeId" label={t('type')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={types.map(choiceOf)} />
      </Field>
      <Field name="partType" label={t('part')}>
        <Select options={parts.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))} />
      </Field>
      <Field name="applyTo" label={t('applyTo')}>
        <Input />
      </Field>
    </>
  )
}
