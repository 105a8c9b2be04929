import InputNumber from 'antd/es/input-number'
import type { ReactNode } from 'react'
import { Field } from '../form/Field.tsx'
import { useText } from './text.ts'
import css from './rollout.module.css'

interface Limit {
  readonly least: number
  readonly most: number
}

interface Props {
  /** Where the rule stands in the form's values: `paramSetRule`. */
  readonly name: string
  readonly count: Limit
  readonly interval: Limit
}

/** So many devices every so many minutes. */
export function PaceFields({ name, count, interval }: Props): ReactNode {
  const t = useText()
  return (
    <div className={css.fields}>
      <Field name={`${name}.upgradeCount`} label={t('count')} hint={t('count.hint', { ...count })}>
        <InputNumber
          min={count.least}
          max={count.most}
          step={1}
          precision={0}
          suffix={t('count.unit')}
          style={{ inlineSize: '100%' }}
        />
      </Field>
      <Field name={`${name}.interval`} label={t('interval')} hint={t('interval.hint', { ...interval })}>
        <InputNumber
          min={interval.least}
          max={interval.most}
          step={1}
          precision={0}
          suffix={t('interval.unit')}
          style={{ inlineSize: '100%' }}
        />
      </Field>
    </div>
  )
}
