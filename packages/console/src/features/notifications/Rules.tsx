import { type Rule, notificationKinds, notifications } from '@wattkeeper/contracts/api/notifications'
import { type ReactNode, lazy } from 'react'
import { choiceOf, useDeviceTypes, useManufacturerChoices } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, EditButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { useRegionName } from '../../ui/region/regions.ts'
import { type Column, leading } from '../../ui/table/columns.ts'
import { useText } from './text.ts'
import { wholeList, wholeState } from './whole-list.ts'

const RuleForm = lazy(async () => ({ default: (await import('./RuleForm.tsx')).RuleForm }))

type Asked =
  { readonly kind: 'edit'; readonly rule?: Rule } | { readonly kind: 'remove'; readonly rule: Rule }

export function Rules(): ReactNode {
  const t = useText()
  const list = useData(notifications.rules, {}, { quiet: true })
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (rule: Rule) => (
    <>
      <EditButton onClick={() => ask({ kind: 'edit', rule })} />
      <RemoveButton onClick={() => ask({ kind: 'remove', rule })} />
    </>
  )
  const add = <AddButton onClick={() => ask({ kind: 'edit' })} />
  return (
    <ListView
      screen="notification-rules"
      label={t('tab.rules')}
      state={wholeState}
      list={wholeList(list)}
      columns={useRuleColumns(list.data ?? [])}
      rowActions={{ width: 130, render: buttons }}
      add={add}
      offer={
        <>
          <p>{t('rule.none')}</p>
          {add}
        </>
      }
    >
      {asked?.kind === 'edit' && <RuleForm {...(asked.rule && { rule: asked.rule })} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={notifications.removeRule}
          input={{ id: asked.rule.id }}
          kind={t('rule.kind')}
          name={asked.rule.name}
          onClose={close}
        />
      )}
    </ListView>
  )
}

function useRuleColumns(rules: readonly Rule[]): readonly Column<Rule>[] {
  const t = useText()
  const language = useLanguage()
  const { data: channels = [] } = useData(notifications.channels, {}, { quiet: true })
  const named = useNames(rules)
  return [
    { ...leading, key: 'name', title: t('name'), width: 180, isCut: true, render: ({ name }) => name },
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
