import type { TSchema } from '@wattkeeper/contracts/kit'
import Form, { type Rule } from 'antd/es/form'
import { type ReactElement, type ReactNode, createContext, use, useMemo } from 'react'
import { useLanguage } from '../../i18n/i18n.ts'
import { isRequired, rulesOf } from './rules.ts'

export const FormSchema = createContext<TSchema | undefined>(undefined)

interface Props {
  /** A dot leads into an object, as in the paths of the server's errors. */
  readonly name: string
  readonly label: ReactNode
  readonly children: ReactElement
  /** Rules beyond the contract's, such as "the same as above". */
  readonly extraRules?: readonly Rule[]
  readonly isRequired?: boolean
  readonly hint?: ReactNode
  readonly dependencies?: string[]
  readonly valuePropName?: string
}

/** One labelled field of a FormDialog; its rules and their words come from the dialog's schema. */
export function Field(props: Props): ReactNode {
  const { name, label, children, extraRules = [], hint, dependencies, valuePropName } = props
  const schema = use(FormSchema)
  const language = useLanguage()
  const rules = useMemo(() => (schema ? rulesOf(schema, name, language) : []), [schema, name, language])
  return (
    <Form.Item
      name={name.includes('.') ? name.split('.') : name}
      label={label}
      rules={[...rules, ...extraRules]}
      required={props.isRequired ?? (schema !== undefined && isRequired(schema, name))}
      validateFirst
      extra={hint}
      {...(dependencies && { dependencies })}
      {...(valuePropName && { valuePropName })}
    >
      {children}
    </Form.Item>
  )
}
