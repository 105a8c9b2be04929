import { type RejectedMessage, telemetry } from '@wattkeeper/contracts/api/telemetry'
import type { ReactNode } from 'react'
import { useData } from '../../api/queries.ts'
import type { FilterField } from '../../ui/filter/fields.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { type FilterOf, as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { Payload } from './Payload.tsx'
import { reasonText } from './reasons.ts'
import { useText } from './text.ts'
import css from './telemetry.module.css'

const codecs = { deviceCode: as.text, startTime: as.text, endTime: as.text } as const
type Filter = FilterOf<typeof codecs>

const longestCode = 32
const readEveryMs = 30_000

/** What devices said that could not be understood: for whoever brings a new device, or a new firmware, into the fleet. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(
    telemetry.rejected,
    { ...state.filter, ...state.paging },
    { quiet: true, pollMs: readEveryMs },
  )
  return (
    <ListView
      screen="rejected-messages"
      label={t('label')}
      state={state}
      list={list}
      fields={useFields()}
      columns={useColumns()}
      actions={<span className={css.intro}>{t('intro')}</span>}
      offer={t('emptyHint')}
      expand={{ label: t('payload.show'), render: (message) => <Payload message={message} /> }}
    />
  )
}

function Reason({ reason, detail }: Pick<RejectedMessage, 'reason' | 'detail'>): ReactNode {
  const t = useText()
  const known = reasonText(reason)
  return (
    <>
      {known ? t(known) : reason}
      {detail && <div className={css.detail}>{detail}</div>}
    </>
  )
}

function useFields(): readonly FilterField<Filter>[] {
  const t = useText()
  return [
    {
      kind: 'text',
      name: 'deviceCode',
      label: t('field.device'),
      clean: (typed) => typed.trim().slice(0, longestCode),
    },
    { kind: 'range', name: 'startTime', end: 'endTime', label: t('field.at') },
  ]
}

function useColumns(): readonly Column<RejectedMessage>[] {
  const t = useText()
  return [
    { key: 'at', title: t('field.at'), width: 180, render: ({ at }) => <Time at={at} isAbsolute /> },
    {
      ...leading,
      key: 'device',
      title: t('field.device'),
      width: 160,
      render: ({ deviceCode }) => deviceCode || t('unknownDevice'),
    },
    {
      key: 'reason',
      title: t('field.reason'),
      width: 340,
      render: ({ reason, detail }) => <Reason reason={reason} detail={detail} />,
    },
    {
      key: 'topic',
      title: t('field.topic'),
      width: 240,
      isCut: true,
      render: ({ topic }) => <code>{topic}</code>,
    },
  ]
}
