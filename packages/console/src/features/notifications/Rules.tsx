import { type Rule, notificationKinds, notifications } from '@wattkeeper/contracts/api/notifications'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { choiceOf, useDeviceTypes, useManufacturerChoices } from '../../api/choices.ts'
import { useAction, useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { useRegionName } from '../../ui/region/regions.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { useText } from './text.ts'
import { wholeList, wholeState } from './whole-list.ts'

const RuleForm = lazy(async () => ({ default: (await import('./RuleForm.tsx')).RuleForm }))

type Asked =
  { readonly kind: 'edit'; readonly rule?: Rule } | { readonly kind: 'remove'; readonly rule: Rule }

export function Rules(): ReactNode {
  const t = useText()
  const list = useData(notifications.rules, {}, { quiet: true })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Button type="primary" onClick={() => setAsked({ kind: 'edit' })}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <DataTable
        screen="notification-rules"
        label={t('tab.rules')}
        hasIndex
        columns={useRuleColumns(list.data ?? [], setAsked)}
        list={wholeList(list)}
        state={wholeState}
        keyOf={({ id }) => id}
        actions={add}
        offer={
          <>
            <p>{t('rule.none')}</p>
            {add}
          </>
        }
      />
      <Suspense>
        {asked?.kind === 'edit' && <RuleForm {...(asked.rule && { rule: asked.rule })} onClose={close} />}
      </Suspense>
      {asked?.kind === 'remove' && <Remove rule={asked.rule} onClose={close} />}
    </>
  )
}

function useRuleColumns(rules: readonly Rule[], onAsk: (asked: Asked) => void): readonly Column<Rule>[] {
  const t = useText()
  const language = useLanguage()
  const { data: channels = [] } = useData(notifications.channels, {}, { quiet: true })
  const named = useNames(rules)
  return [
    {
      key: 'name',
      title: t('name'),
      width: 180,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: ({ name }) => name,
    },
    {
      key: 'enabled',
      title: t('rule.enabled'),
      width: 100,
      render: ({ isEnabled }) => (
        <Tag tone={isEnabled ? 'good' : 'idle'}>{isEnabled ? t('rule.on') : t('rule.off')}</Tag>
      ),
    },
    {
      key: 'kinds',
      title: t('rule.kinds'),
      width: 240,
      isCut: true,
      render: ({ kinds }) =>
        kinds.map((kind) => notificationKinds[kind][language]).join(language === 'zh' ? '、' : ', '),
    },
    {
      key: 'levels',
      title: t('rule.levels'),
      width: 140,
      render: ({ levels }) =>
        levels.length === 0 ? t('any') : levels.map((level) => t(`level.${level}`)).join(' '),
    },
    {
      key: 'which',
      title: t('rule.scope'),
      width: 240,
      isCut: true,
      render: (rule) => named(rule) || t('any'),
    },
    {
      key: 'channels',
      title: t('rule.channels'),
      width: 220,
      isCut: true,
      render: ({ inConsole, channelIds }) =>
        [
          ...(inConsole ? [t('rule.console')] : []),
          ...channels.filter(({ id }) => channelIds.includes(id)).map(({ name }) => name),
        ].join(language === 'zh' ? '、' : ', '),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 130,
      fixed: 'right',
      isEssential: true,
      render: (rule) => (
        <>
          <Button type="link" size="small" onClick={() => onAsk({ kind: 'edit', rule })}>
            {t('edit')}
          </Button>
          <Button type="link" size="small" danger onClick={() => onAsk({ kind: 'remove', rule })}>
            {t('remove')}
          </Button>
        </>
      ),
    },
  ]
}

/** The manufacturers, types and regions that a rule names. */
function useNames(rules: readonly Rule[]): (rule: Rule) => string {
  const makers = useManufacturerChoices()
  const types = useDeviceTypes().map(choiceOf)
  const regionName = useRegionName(rules.find(({ regionCodes }) => regionCodes.length > 0)?.regionCodes[0])
  return ({ organizationIds, equipTypeIds, regionCodes }) =>
    [
      ...makers.filter(({ value }) => organizationIds.includes(value)).map(({ label }) => label),
      ...types.filter(({ value }) => equipTypeIds.includes(value)).map(({ label }) => label),
      ...regionCodes.map(regionName),
    ].join(' · ')
}

function Remove({
  rule: { id, name },
  onClose,
}: {
  readonly rule: Rule
  readonly onClose: () => void
}): ReactNode {
  const t = useText()
  const remove = useAction(notifications.removeRule)
  return (
    <ConfirmDelete kind={t('rule.kind')} name={name} onConfirm={() => remove.run({ id })} onClose={onClose} />
  )
}
