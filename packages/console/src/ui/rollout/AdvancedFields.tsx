import type { PaceExtras } from '@wattkeeper/contracts/api/rollouts'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import InputNumber from 'antd/es/input-number'
import Segmented from 'antd/es/segmented'
import { type ReactNode, useState } from 'react'
import { CodesField } from '../filter/CodesField.tsx'
import { Field } from '../form/Field.tsx'
import { MomentField } from '../moment/MomentField.tsx'
import { ShareField } from './ShareField.tsx'
import { useText } from './text.ts'
import css from './rollout.module.css'

interface Props {
  /** Where the rule stands in the form's values: `paramSetRule`. */
  readonly name: string
  /** The form asks for the time to start in a place of its own. */
  readonly hasStart?: boolean
  readonly initial?: PaceExtras
}

const mostHours = 8760

/** Everything of a roll-out that has a sensible value by itself. */
export function AdvancedFields({ name, hasStart = true, initial }: Props): ReactNode {
  const t = useText()
  return (
    <details className={css.advanced} open={initial !== undefined}>
      <summary>
        {t('advanced')} <small>{t(hasStart ? 'advanced.said' : 'advanced.rest')}</small>
      </summary>
      <div className={css.fields}>
        {hasStart && (
          <Field name={`${name}.startTime`} label={t('start')} hint={t('start.hint')}>
            <MomentField label={t('start')} />
          </Field>
        )}
        <Form.Item label={t('window')} extra={t('window.hint')}>
          <div className={css.window}>
            <Field name={`${name}.windowStart`} label={undefined}>
              <Input type="time" aria-label={t('window.from')} />
            </Field>
            <span aria-hidden="true">–</span>
            <Field name={`${name}.windowEnd`} label={undefined}>
              <Input type="time" aria-label={t('window.to')} />
            </Field>
          </div>
        </Form.Item>
        <Field name={`${name}.failureThreshold`} label={t('threshold')} hint={t('threshold.hint')}>
          <ShareField least={0} most={1} />
        </Field>
        <Field name={`${name}.deadlineHours`} label={t('deadline')} hint={t('deadline.hint')}>
          <InputNumber
            min={1}
            max={mostHours}
            precision={0}
            suffix={t('deadline.unit')}
            style={{ inlineSize: '100%' }}
          />
        </Field>
      </div>
      <Canary name={name} initial={initial} />
      <Field name={`${name}.insist`} label={undefined} valuePropName="checked">
        <Checkbox>{t('insist')}</Checkbox>
      </Field>
    </details>
  )
}

const modes = ['none', 'share', 'codes'] as const
type Mode = (typeof modes)[number]

const modeOf = (initial: PaceExtras | undefined): Mode => {
  if (initial?.canaryCodes && initial.canaryCodes.length > 0) return 'codes'
  return typeof initial?.canaryShare === 'number' ? 'share' : 'none'
}

interface CanaryProps {
  readonly name: string
  readonly initial: PaceExtras | undefined
}

/** Who comes first: nobody in particular, a share, or chosen devices. What is not shown is not sent. */
function Canary({ name, initial }: CanaryProps): ReactNode {
  const t = useText()
  const [mode, setMode] = useState<Mode>(() => modeOf(initial))
  return (
    <>
      <Form.Item label={t('canary')} extra={t('canary.hint')}>
        <Segmented
          aria-label={t('canary')}
          value={mode}
          options={modes.map((value) => ({ value, label: t(`canary.${value}`) }))}
          onChange={setMode}
        />
      </Form.Item>
      {mode === 'share' && (
        <Field name={`${name}.canaryShare`} label={t('canary.share.label')}>
          <ShareField least={0.01} most={0.5} />
        </Field>
      )}
      {mode === 'codes' && (
        <Field name={`${name}.canaryCodes`} label={t('codes')} hint={t('codes.hint')}>
          <CanaryCodes />
        </Field>
      )}
    </>
  )
}

interface CodesProps {
  readonly id?: string
  readonly value?: readonly string[] | null
  readonly onChange?: (codes: readonly string[]) => void
}

const mostCanaries = 100

const CanaryCodes = ({ id = '', value, onChange }: CodesProps): ReactNode => (
  <CodesField
    id={id}
    value={value?.join(',')}
    minRows={3}
    most={mostCanaries}
    onChange={(codes) => onChange?.(codes?.split(',') ?? [])}
  />
)
