import type { FieldError, Static, TSchema } from '@wattkeeper/contracts/kit'
import Form, { type FormInstance } from 'antd/es/form'
import Modal from 'antd/es/modal'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { notify } from '../../api/notices.ts'
import { useUiText } from '../text.ts'
import { ConfirmBox } from './ConfirmBox.tsx'
import { FormSchema } from './Field.tsx'
import { tidy } from './rules.ts'

type Values = Record<string, unknown>

interface Props<S extends TSchema> {
  readonly title: ReactNode
  /** The contract's input; its words are the errors. */
  readonly schema: S
  readonly initial?: Partial<Static<S>>
  /** Values that the form does not show but sends, such as the id. */
  readonly fixed?: Partial<Static<S>>
  /** Asked before it is sent: "确定要新增运营商 ABC 吗？" */
  readonly confirm?: (values: Static<S>) => string
  /** A box of its own that asks, where a sentence is not enough. */
  readonly ask?: (values: Static<S>, answer: Answer) => ReactNode
  /** Rejects with what the server said; errors that name a field are shown beside it. */
  readonly onSubmit: (values: Static<S>) => Promise<unknown>
  readonly onClose: () => void
  readonly onChange?: (changed: Values, form: FormInstance) => void
  readonly children: ReactNode
  readonly width?: number
  readonly okText?: string
  /** False while something the form needs is still missing: the button waits. */
  readonly canSubmit?: boolean
  /** A dialog that cannot be left. */
  readonly isForced?: boolean
}

interface Answer {
  /** Sends what was entered. */
  readonly onConfirm: () => void
  readonly onClose: () => void
}

const isFieldError = (entry: unknown): entry is FieldError =>
  typeof entry === 'object' && entry !== null && 'path' in entry && 'message' in entry

function fieldErrorsIn(thrown: unknown): readonly FieldError[] {
  if (typeof thrown !== 'object' || thrown === null || !('errors' in thrown)) return []
  return Array.isArray(thrown.errors) ? thrown.errors.filter(isFieldError) : []
}

const namePath = (path: string): (string | number)[] =>
  path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The field that shows errors of this path: its own, or the one that holds the whole list or object. */
function shownBy(form: FormInstance, path: string): (string | number)[] | undefined {
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')))
  const parts = namePath(path)
  while (parts.length > 0 && !known.has(parts.join('.'))) parts.pop()
  return parts.length > 0 ? parts : undefined
}

/** Beside the fields that they name; what no field can show is said aloud. */
function showErrors(form: FormInstance, errors: readonly FieldError[]): void {
  const said = new Map<string, { readonly name: (string | number)[]; readonly errors: string[] }>()
  for (const { path, message } of errors) {
    const name = shownBy(form, path)
    const key = name?.join('.') ?? ''
    if (name) said.set(key, { name, errors: [...(said.get(key)?.errors ?? []), message] })
    else notify.error(message)
  }
  form.setFields([...said.values()])
  const [first] = said.values()
  if (first) form.scrollToField(first.name, { focus: true })
}

/** The form's values as the schema has them: its rules have just checked them. */
function checked<S extends TSchema>(schema: S, values: Values): Static<S>
function checked(schema: TSchema, values: Values): Values {
  return tidy(schema, values)
}

type Asking<S extends TSchema> =
  { readonly kind: 'send'; readonly values: Static<S> } | { readonly kind: 'discard' }

/** Asks, sends, and shows beside the fields what the server had against them. */
function useSending<S extends TSchema>(props: Props<S>, form: FormInstance) {
  const { schema, fixed, confirm, ask, onSubmit, onClose } = props
  const [asking, setAsking] = useState<Asking<S>>()
  const [isSending, setSending] = useState(false)
  // what was sent is saved: nothing holds back a page that leaves now
  const isSaved = useRef(false)
  const isDirty = () => form.isFieldsTouched() && !isSaved.current
  const send = async (values: Static<S>) => {
    setAsking(undefined)
    setSending(true)
    try {
      await onSubmit(values)
      isSaved.current = true
      onClose()
    } catch (thrown) {
      showErrors(form, fieldErrorsIn(thrown))
    } finally {
      setSending(false)
    }
  }
  const finish = (entered: Values) => {
    const values = checked(schema, { ...entered, ...fixed })
    if (confirm || ask) setAsking({ kind: 'send', values })
    else void send(values)
  }
  const leave = () => (isDirty() ? setAsking({ kind: 'discard' }) : onClose())
  return { isDirty, asking, stay: () => setAsking(undefined), isSending, send, finish, leave }
}

/**
 * A form in a dialog: errors beside the fields and the first one focused, Enter submits, Esc cancels, changes that
 * are not saved are guarded, and the specification's question comes before anything is sent.
 */
export function FormDialog<S extends TSchema>(props: Props<S>): ReactNode {
  const { title, schema, initial, onChange, children, isForced = false, canSubmit = true } = props
  const t = useUiText()
  const formId = useId()
  const [form] = Form.useForm<Values>()
  const { isDirty, asking, stay, isSending, send, finish, leave } = useSending(props, form)
  useUnloadGuard(isDirty)
  return (
    <Modal
      open
      title={title}
      width={props.width ?? 520}
      onCancel={leave}
      onOk={() => form.submit()}
      okText={props.okText ?? t('ok')}
      cancelText={t('cancel')}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !canSubmit }}
      closable={!isForced}
      keyboard={!isForced}
      mask={{ closable: false }}
      {...(isForced && { cancelButtonProps: { hidden: true } })}
    >
      <FormSchema value={schema}>
        <Form
          id={formId}
          form={form}
          layout="vertical"
          autoComplete="off"
          initialValues={{ ...initial }}
          onFinish={finish}
          scrollToFirstError={{ focus: true }}
          onValuesChange={(changed: Values) => onChange?.(changed, form)}
        >
          {children}
          <button type="submit" hidden disabled={!canSubmit} tabIndex={-1} />
        </Form>
      </FormSchema>
      {asking?.kind === 'discard' && <Discard onConfirm={props.onClose} onClose={stay} />}
      {asking?.kind === 'send' &&
        (props.ask?.(asking.values, { onConfirm: () => void send(asking.values), onClose: stay }) ?? (
          <ConfirmBox onConfirm={() => void send(asking.values)} onClose={stay}>
            {props.confirm?.(asking.values)}
          </ConfirmBox>
        ))}
    </Modal>
  )
}

interface DiscardProps {
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Discard({ onConfirm, onClose }: DiscardProps): ReactNode {
  const t = useUiText()
  return (
    <ConfirmBox
      isDanger
      okText={t('form.discardOk')}
      cancelText={t('form.keep')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('form.discard')}
    </ConfirmBox>
  )
}

/** Leaving the page with something typed asks first. */
function useUnloadGuard(isDirty: () => boolean): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  })
}
