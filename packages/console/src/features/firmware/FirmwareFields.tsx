import { type NoteLanguage, type ReadableField, noteLanguages } from '@wattkeeper/contracts/api/firmware'
import type { Board } from '@wattkeeper/contracts/api/reference'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import type { ReactNode } from 'react'
import { Columns } from '../../ui/form/Columns.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { HardwareField } from './HardwareField.tsx'
import { useBoardOptions, usePartOptions } from './board-options.ts'
import { noteField } from './notes.ts'
import { useText } from './text.ts'
import css from './firmware.module.css'

interface Props {
  readonly boards: readonly Board[]
  /** What the file decides. */
  readonly locked: readonly ReadableField[]
}

export function FirmwareFields({ boards, locked }: Props): ReactNode {
  const t = useText()
  const lockOf = (field: ReadableField) => {
    const isLocked = locked.includes(field)
    return { isLocked, ...(isLocked && { hint: t('readFrom') }) }
  }
  return (
    <>
      <Columns>
        <BoardFields boards={boards} lockOf={lockOf} />
        <VersionFields lockOf={lockOf} />
        <HardwareField boards={boards} />
        <Field name="mcuNum" label={t('mcuNum')}>
          <InputNumber className={css.number} min={0} max={255} precision={0} />
        </Field>
        <Field
          name="isAutoUpgrade"
          label={t('autoUpgrade')}
          hint={t('autoUpgrade.hint')}
          valuePropName="checked"
        >
          <Switch />
        </Field>
      </Columns>
      <Columns>
        {noteLanguages.map((language) => (
          <Note key={language} language={language} />
        ))}
      </Columns>
    </>
  )
}

interface LockProps {
  readonly lockOf: (field: ReadableField) => { readonly isLocked: boolean; readonly hint?: string }
}

/** The choice of a board fills its name, its scope and the part type. */
function BoardFields({ boards, lockOf }: LockProps & Pick<Props, 'boards'>): ReactNode {
  const t = useText()
  const code: unknown = Form.useWatch('pcbCode')
  const partType: unknown = Form.useWatch('partType')
  const board = boards.find(({ pcbCode }) => pcbCode === code)
  const boardLock = lockOf('pcbCode')
  const isUnknown = boardLock.isLocked && boards.length > 0 && !board
  const partLock = lockOf('partType')
  const boardOptions = useBoardOptions(boards, partLock.isLocked ? partType : undefined)
  return (
    <>
      <Field
        name="pcbCode"
        label={t('board')}
        hint={isUnknown ? t('board.unknown') : (boardLock.hint ?? t('board.choose'))}
      >
        <Select
          disabled={boardLock.isLocked}
          showSearch={{ optionFilterProp: 'label' }}
          options={boardOptions}
        />
      </Field>
      <Field name="partType" label={t('part')} {...(partLock.hint !== undefined && { hint: partLock.hint })}>
        <Select
          disabled={partLock.isLocked || boardLock.isLocked}
          showSearch={{ optionFilterProp: 'label' }}
          options={usePartOptions(boards)}
        />
      </Field>
      <Form.Item label={t('boardName')} htmlFor="firmware-board-name">
        <Input id="firmware-board-name" disabled value={board?.pcbName ?? ''} />
      </Form.Item>
      <Form.Item label={t('applyTo')} htmlFor="firmware-apply-to">
        <Input id="firmware-apply-to" disabled value={board?.applyTo ?? ''} />
      </Form.Item>
    </>
  )
}

function VersionFields({ lockOf }: LockProps): ReactNode {
  const t = useText()
  const version = lockOf('version')
  const release = lockOf('isRelease')
  return (
    <>
      <Field name="version" label={t('version')} {...(version.hint !== undefined && { hint: version.hint })}>
        <Input disabled={version.isLocked} placeholder="2.10" spellCheck={false} />
      </Field>
      <Field
        name="isRelease"
        label={t('release')}
        isRequired
        {...(release.hint !== undefined && { hint: release.hint })}
      >
        <Radio.Group
          disabled={release.isLocked}
          options={[
            { value: true, label: t('release.true') },
            { value: false, label: t('release.false') },
          ]}
        />
      </Field>
    </>
  )
}

function Note({ language }: { readonly language: NoteLanguage }): ReactNode {
  const t = useText()
  return (
    <Field name={noteField(language)} label={t(`notes.${language}`)}>
      <Input.TextArea rows={3} lang={language} />
    </Field>
  )
}
