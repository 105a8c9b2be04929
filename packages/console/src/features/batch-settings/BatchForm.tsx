import {
  type NewBatchSetting as Entered,
  NewBatchSetting,
  batchSettings,
  longestInterval,
  mostUpgradeCount,
  shortestInterval,
} from '@wattkeeper/contracts/api/batch-settings'
import Input from 'antd/es/input/Input'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useParamShapes } from '../../ui/param/useParamShapes.ts'
import { AdvancedFields } from '../../ui/rollout/AdvancedFields.tsx'
import { AskRollout } from '../../ui/rollout/AskRollout.tsx'
import { DevicesField } from '../../ui/rollout/DevicesField.tsx'
import { PaceFields } from '../../ui/rollout/PaceFields.tsx'
import { ParamsField } from './ParamsField.tsx'
import { endpointId, toSend, wrongSettings } from './batch-rules.ts'
import { useText } from './text.ts'
import css from './batch.module.css'

const width = 760
const counts = { least: 1, most: mostUpgradeCount } as const
const intervals = { least: shortestInterval, most: longestInterval } as const
const initial = {
  paramSetRule: { upgradeCount: 10, interval: shortestInterval, failureThreshold: 0.2, deadlineHours: 24 },
}

/** A new batch: which devices, how fast, which parameters; what it would touch is asked before it is sent. */
export function BatchForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const create = useAction(batchSettings.create, { inForm: true, alsoRefresh: ['rollouts'] })
  const { shapes = [] } = useParamShapes()
  const complete = {
    // what has just been ticked is not wrong yet
    validateTrigger: 'onSubmit',
    validator: (_rule: unknown, settings: Parameters<typeof wrongSettings>[1]) => {
      const wrong = wrongSettings(shapes, settings)
      return wrong ? Promise.reject(new Error(t(`new.params.${wrong}`))) : Promise.resolve()
    },
  }
  return (
    <FormDialog
      title={t('new.title')}
      width={width}
      schema={NewBatchSetting}
      initial={initial}
      ask={(entered, answer) => (
        <AskRollout
          kind="params"
          selection={toSend(entered).queryParam}
          pace={entered.paramSetRule}
          {...answer}
        >
          <Question entered={toSend(entered)} />
        </AskRollout>
      )}
      onSubmit={(entered) => create.run(toSend(entered))}
      onClose={onClose}
    >
      <DevicesField name="queryParam" modes={['codes', 'filter']} />
      <PaceFields name="paramSetRule" count={counts} interval={intervals} />
      <Field
        name="entitys"
        label={t('new.params')}
        hint={t('new.params.hint')}
        isRequired
        extraRules={[complete]}
      >
        <ParamsField shapes={shapes} />
      </Field>
      <AdvancedFields name="paramSetRule" />
      <Field name="remark" label={t('new.remark')}>
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  )
}

function Question({ entered: { entitys } }: { readonly entered: Entered }): ReactNode {
  const t = useText()
  const { nameOf, wordsOf } = useParamShapes()
  return (
    <>
      <p>{t('ask.said', { count: entitys.length })}</p>
      <ul className={css.settings}>
        {entitys.map(({ id, value }) => (
          <li key={id}>
            {nameOf(id)}: <strong>{wordsOf(id, String(value))}</strong>
          </li>
        ))}
      </ul>
      {entitys.some(({ id }) => id === endpointId) && <p className={css.warning}>{t('endpoint.said')}</p>}
    </>
  )
}
