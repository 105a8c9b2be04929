import {
  type Entry,
  EntryChange,
  NewEntry,
  alarmWords,
  codeWords,
  dictionaryEntries,
  maxCodeLength,
} from '@wattkeeper/contracts/api/dictionary'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { useWords } from '../../i18n/i18n.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { alarm, withoutAlarm } from './alarm-extras.ts'
import { useText } from './text.ts'
import type { ListName, TextChoice } from './useLists.ts'

interface Props {
  /** Absent: a new one, of the type that the list shows. */
  readonly entry: Entry | undefined
  readonly type: string | undefined
  readonly lists: Readonly<Record<ListName, readonly TextChoice[]>>
  readonly onClose: () => void
}

/** Names of alarms stand in the alarm screens. */
const owners = ['alarms', 'telemetry']

export function EntryForm(props: Props): ReactNode {
  return props.entry ? <Edit {...props} entry={props.entry} /> : <Add {...props} />
}

function Add({ type, lists, onClose }: Props): ReactNode {
  const t = useText()
  const create = useAction(dictionaryEntries.create, { inForm: true, alsoRefresh: owners })
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewEntry}
      initial={type === undefined ? {} : { type }}
      confirm={({ name }) => t('addConfirm', { name })}
      onSubmit={(values) => create.run(withoutAlarm(values))}
      onClose={onClose}
    >
      <Fields isFixed={false} storedCode={undefined} lists={lists} />
    </FormDialog>
  )
}

function Edit({ entry, lists, onClose }: Props & { readonly entry: Entry }): ReactNode {
  const t = useText()
  const update = useAction(dictionaryEntries.update, { inForm: true, alsoRefresh: owners })
  const { id, version, code, name, nameEn, type, note, alarmLevel, isFixed } = entry
  const analysisType =
    entry.analysisType === 'BIT' || entry.analysisType === 'VALUE' ? entry.analysisType : null
  return (
    <FormDialog
      title={t('editTitle')}
      schema={EntryChange}
      initial={{ code, name, nameEn, type, note, alarmLevel, analysisType }}
      fixed={{ id, version }}
      confirm={(values) => t('editConfirm', { name: values.name })}
      onSubmit={(values) => update.run(withoutAlarm(values))}
      onClose={onClose}
    >
      <Fields isFixed={isFixed} storedCode={code} lists={lists} />
    </FormDialog>
  )
}

interface FieldsProps extends Pick<Props, 'lists'> {
  readonly isFixed: boolean
  readonly storedCode: string | undefined
}

function Fields({ isFixed, storedCode, lists }: FieldsProps): ReactNode {
  const t = useText()
  const words = useWords()
  const type: unknown = Form.useWatch('type')
  // a longer code that came with the product may stay
  const notLonger = {
    validator: (_rule: unknown, code: unknown) =>
      typeof code === 'string' && code.trim().length > maxCodeLength && code !== storedCode
        ? Promise.reject(new Error(words(codeWords.max)))
        : Promise.resolve(),
  }
  return (
    <>
      <Field
        name="code"
        label={t('code')}
        hint={isFixed ? t('fixedHint') : t('codeHint')}
        extraRules={[notLonger]}
      >
        <Input autoFocus={!isFixed} disabled={isFixed} />
      </Field>
      <Field name="name" label={t('name')}>
        <Input autoFocus={isFixed} />
      </Field>
      <Field name="nameEn" label={t('nameEn')}>
        <Input />
      </Field>
      <Field name="type" label={t('type')}>
        <Select disabled={isFixed} showSearch={{ optionFilterProp: 'label' }} options={[...lists.type]} />
      </Field>
      {type === alarm && <AlarmFields lists={lists} />}
      <Field name="note" label={t('note')}>
        <Input.TextArea rows={2} />
      </Field>
    </>
  )
}

function AlarmFields({ lists }: Pick<Props, 'lists'>): ReactNode {
  const t = useText()
  const words = useWords()
  const required = (message: string) => [{ required: true, message }]
  return (
    <>
      <Field
        name="alarmLevel"
        label={t('level')}
        isRequired
        extraRules={required(words(alarmWords.alarmLevel))}
      >
        <Select options={lists.level.map(({ value, label }) => ({ value: Number(value), label }))} />
      </Field>
      <Field
        name="analysisType"
        label={t('analysis')}
        hint={t('alarmNow')}
        isRequired
        extraRules={required(words(alarmWords.analysisType))}
      >
        <Select options={[...lists.analysis]} />
      </Field>
    </>
  )
}
