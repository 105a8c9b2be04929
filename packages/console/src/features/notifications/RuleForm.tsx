import {
  NewRule,
  type Rule,
  type RuleKind,
  notificationKinds,
  notifications,
  ruleKinds,
} from '@wattkeeper/contracts/api/notifications'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import type { Route } from '@wattkeeper/contracts/kit'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import type { ReactNode } from 'react'
import { choiceOf, useDeviceTypes, useManufacturerChoices } from '../../api/choices.ts'
import { useMay } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Columns } from '../../ui/form/Columns.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { RegionsSelect } from '../../ui/region/RegionsSelect.tsx'
import { useText } from './text.ts'

const fresh = {
  ...{ isEnabled: true, inConsole: true, regionCodes: [] },
  ...{ levels: [], organizationIds: [], equipTypeIds: [], channelIds: [] },
} satisfies object
const levels = [1, 2, 3, 4] as const
const width = 640
const neededFor: Readonly<Partial<Record<RuleKind, Route>>> = {
  rolloutStopped: rollouts.list,
  rolloutFailures: rollouts.list,
  upgradeFailed: upgrades.log,
}

export function RuleForm({
  rule,
  onClose,
}: {
  readonly rule?: Rule
  readonly onClose: () => void
}): ReactNode {
  const t = useText()
  const create = useAction(notifications.createRule, { inForm: true })
  const update = useAction(notifications.updateRule, { inForm: true })
  const kinds = useKinds()
  return (
    <FormDialog
      title={rule ? t('rule.editTitle') : t('rule.addTitle')}
      schema={NewRule}
      initial={rule ?? { ...fresh, kinds }}
      confirm={({ name }) => t(rule ? 'rule.editConfirm' : 'rule.addConfirm', { name })}
      onSubmit={(values) =>
        rule ? update.run({ ...values, id: rule.id, version: rule.version }) : create.run(values)
      }
      onClose={onClose}
      width={width}
    >
      <Field name="name" label={t('name')}>
        <Input autoFocus />
      </Field>
      <Fields
        kinds={rule ? ruleKinds.filter((kind) => kinds.includes(kind) || rule.kinds.includes(kind)) : kinds}
      />
      <Field name="isEnabled" label={t('rule.enabled')} valuePropName="checked">
        <Switch />
      </Field>
    </FormDialog>
  )
}

/** Nobody is offered to be told of what they may not look at. */
function useKinds(): RuleKind[] {
  const may = useMay()
  return ruleKinds.filter((kind) => {
    const route = neededFor[kind]
    return route === undefined || may(route)
  })
}

function Fields({ kinds }: { readonly kinds: readonly RuleKind[] }): ReactNode {
  const t = useText()
  const language = useLanguage()
  const makers = useManufacturerChoices()
  const types = useDeviceTypes().map(choiceOf)
  const { data: channels = [] } = useData(notifications.channels, {}, { quiet: true })
  return (
    <>
      <Field name="kinds" label={t('rule.kinds')}>
        <Select
          mode="multiple"
          options={kinds.map((kind) => ({ value: kind, label: notificationKinds[kind][language] }))}
        />
      </Field>
      <Columns>
        <Field name="levels" label={t('rule.levels')} hint={t('rule.anyHint')}>
          <Select
            mode="multiple"
            placeholder={t('any')}
            options={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
          />
        </Field>
        <Field name="organizationIds" label={t('rule.organizations')}>
          <Select
            mode="multiple"
            placeholder={t('any')}
            options={[...makers]}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Field>
        <Field name="equipTypeIds" label={t('rule.types')}>
          <Select mode="multiple" placeholder={t('any')} options={[...types]} />
        </Field>
        <Field name="regionCodes" label={t('rule.region')}>
          <RegionsSelect placeholder={t('any')} />
        </Field>
      </Columns>
      <Field name="inConsole" label={t('rule.console')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="channelIds" label={t('rule.channels')}>
        <Select mode="multiple" options={channels.map(choiceOf)} />
      </Field>
    </>
  )
}
