import { firmware } from '@wattkeeper/contracts/api/firmware'
import {
  type UpgradeRule,
  type UpgradeTask,
  taskLimits,
  upgradeTasks,
} from '@wattkeeper/contracts/api/upgrade-tasks'
import type { InputOf } from '@wattkeeper/contracts/kit'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { type ReactNode, useState } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { MomentField } from '../../ui/moment/MomentField.tsx'
import { AdvancedFields } from '../../ui/rollout/AdvancedFields.tsx'
import { AskRollout } from '../../ui/rollout/AskRollout.tsx'
import { DevicesField } from '../../ui/rollout/DevicesField.tsx'
import { PaceFields } from '../../ui/rollout/PaceFields.tsx'
import { dateTime } from '../../ui/time/format.ts'
import { usePlatformZone } from '../../ui/time/zone.ts'
import { type Choice, choicesFor, modeOf, ruleToSend } from './task-rules.ts'
import { useText } from './text.ts'
import css from './tasks.module.css'

type Entered = InputOf<typeof upgradeTasks.create>

interface Props {
  readonly task?: UpgradeTask
  readonly onClose: () => void
}

const width = 760
/** Until a file is chosen no model can be. */
const noType = 0
const usualRule = {
  upgradeCount: taskLimits.upgradeCount.usual,
  interval: taskLimits.interval.usual,
  failureThreshold: 0.2,
  deadlineHours: 24,
}

/** A task as the form shows it: its time on the platform's clock. */
function useInitial(task: UpgradeTask | undefined) {
  const zone = usePlatformZone()
  if (!task) return { remark: '', upgradeRule: { ...usualRule, equipTypeId: noType } }
  const { softwareVersionId, upgradeRule, upgradeTime, remark } = task
  return { softwareVersionId, upgradeRule, remark, upgradeTime: dateTime(Date.parse(upgradeTime), zone) }
}

function useSaving(task: UpgradeTask | undefined) {
  const also = { inForm: true, alsoRefresh: ['rollouts'] }
  const create = useAction(upgradeTasks.create, also)
  const update = useAction(upgradeTasks.update, also)
  return (wanted: Entered) =>
    task ? update.run({ ...wanted, id: task.id, revision: task.revision }) : create.run(wanted)
}

/** A new task, or one that has not started; type and part are the chosen file's. */
export function TaskForm({ task, onClose }: Props): ReactNode {
  const t = useText()
  const { data: versions } = useData(firmware.forTasks, {}, { quiet: true })
  const choices = choicesFor(versions ?? [], task)
  const [versionId, setVersionId] = useState(task?.softwareVersionId)
  const chosen = choices.find(({ id }) => id === versionId)
  const save = useSaving(task)
  const toSend = (entered: Entered): Entered => ({
    ...entered,
    upgradeRule: ruleToSend(entered.upgradeRule, chosen?.equipTypeId ?? entered.upgradeRule.equipTypeId),
  })
  return (
    <FormDialog
      title={t(task ? 'edit.title' : 'new.title')}
      width={width}
      schema={upgradeTasks.create.input}
      initial={useInitial(task)}
      onChange={(changed) => {
        const { softwareVersionId: next } = changed
        if (typeof next === 'number') setVersionId(next)
      }}
      ask={(entered, answer) => <Ask task={task} entered={toSend(entered)} chosen={chosen} answer={answer} />}
      onSubmit={(entered) => save(toSend(entered))}
      onClose={onClose}
    >
      <FileFields choices={choices} chosen={chosen} isRead={versions !== undefined} />
      <Field
        name="upgradeTime"
        label={t('form.upgradeTime')}
        isRequired
        extraRules={[{ required: true, message: t('form.upgradeTime.required') }]}
      >
        <MomentField label={t('form.upgradeTime')} />
      </Field>
      <DevicesField
        name="upgradeRule.filter"
        modes={['all', 'codes', 'filter']}
        allText={t('form.all')}
        startsAs={task ? modeOf(task.upgradeRule) : 'all'}
        equipTypeId={chosen?.equipTypeId ?? noType}
      />
      <PaceFields name="upgradeRule" count={taskLimits.upgradeCount} interval={taskLimits.interval} />
      <AdvancedFields name="upgradeRule" hasStart={false} {...(task && { initial: task.upgradeRule })} />
      <Field name="remark" label={t('remark')}>
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  )
}

interface FileProps {
  readonly choices: readonly Choice[]
  readonly chosen: Choice | undefined
  readonly isRead: boolean
}

function FileFields({ choices, chosen, isRead }: FileProps): ReactNode {
  const t = useText()
  return (
    <>
      <Field name="softwareVersionId" label={t('form.file')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={isRead && choices.length === 0 ? t('form.file.none') : undefined}
          options={choices.map(({ id, partName, version, equipTypeName, fileName }) => ({
            value: id,
            label: t('form.file.option', { part: partName, version, type: equipTypeName, file: fileName }),
          }))}
        />
      </Field>
      <div className={css.fromFile}>
        <Form.Item label={t('type')}>
          <Input
            readOnly
            disabled
            aria-label={t('type')}
            title={t('form.fromFile')}
            placeholder={t('form.fromFile')}
            value={chosen?.equipTypeName ?? ''}
          />
        </Form.Item>
        <Form.Item label={t('part')}>
          <Input
            readOnly
            disabled
            aria-label={t('part')}
            title={t('form.fromFile')}
            placeholder={t('form.fromFile')}
            value={chosen?.partName ?? ''}
          />
        </Form.Item>
      </div>
    </>
  )
}

interface AskProps {
  readonly task: UpgradeTask | undefined
  readonly entered: Entered
  readonly chosen: Choice | undefined
  readonly answer: { readonly onConfirm: () => void; readonly onClose: () => void }
}

const paceOf = ({ upgradeCount, interval }: UpgradeRule) => ({
  upgradeCount: upgradeCount ?? taskLimits.upgradeCount.usual,
  interval: interval ?? taskLimits.interval.usual,
})

function Ask({ task, entered, chosen, answer }: AskProps): ReactNode {
  const t = useText()
  const { softwareVersionId, upgradeRule, upgradeTime } = entered
  const filter = upgradeRule.filter ?? {}
  const selection = filter.code === undefined ? { ...filter, equipTypeId: upgradeRule.equipTypeId } : filter
  return (
    <AskRollout
      kind="firmware"
      selection={selection}
      versionId={softwareVersionId}
      pace={paceOf(upgradeRule)}
      {...answer}
    >
      <p>{task ? t('ask.edit', { code: task.code }) : t('ask.new')}</p>
      {chosen && (
        <p>
          {t('ask.said', {
            time: upgradeTime,
            type: chosen.equipTypeName,
            part: chosen.partName,
            version: chosen.version,
          })}
        </p>
      )}
    </AskRollout>
  )
}
