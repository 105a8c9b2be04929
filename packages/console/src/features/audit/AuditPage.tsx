import { type AuditSelection, audit } from '@wattkeeper/contracts/api/audit'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useData } from '../../api/queries.ts'
import { useDownload } from '../../api/useTransfer.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { DeedDetail } from './DeedDetail.tsx'
import { auditCodecs, selectionOf } from './audit-filter.ts'
import { useDeedColumns } from './deed-columns.tsx'
import { useText } from './text.ts'
import { useAuditFields } from './useAuditFields.tsx'
import css from './audit.module.css'

/** Who did what, newest first: every write of every feature, with what it changed. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(auditCodecs)
  const selection = selectionOf(state.filter)
  const list = useData(audit.list, { ...selection, ...state.paging }, { quiet: true })
  const userName = list.data?.rows.find(({ userId }) => userId === state.filter.userId)?.userName
  const isRecent = state.filter.startTime === undefined && state.filter.endTime === undefined
  return (
    <ListView
      screen="audit"
      label={t('list')}
      state={state}
      list={list}
      fields={useAuditFields(state.filter, userName)}
      columns={useDeedColumns(state.set)}
      actions={
        <>
          <Export selection={selection} />
          {isRecent && <span className={css.facts}>{t('timeHint')}</span>}
        </>
      }
      expand={{ label: t('detail'), render: (deed) => <DeedDetail deed={deed} /> }}
    />
  )
}

const kB = 1024

/** Exactly what the filter shows; a second click while it runs cancels. */
function Export({ selection }: { readonly selection: AuditSelection }): ReactNode {
  const t = useText()
  const { start, cancel, isRunning, receivedBytes } = useDownload(audit.exportAll)
  if (!isRunning) return <Button onClick={() => void start(selection)}>{t('export')}</Button>
  return <Button onClick={cancel}>{t('exporting', { size: `${Math.ceil(receivedBytes / kB)} KB` })}</Button>
}
