import { logExtraction } from '@wattkeeper/contracts/api/log-extraction'
import Alert from 'antd/es/alert'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { useData } from '../../api/queries.ts'
import { RefreshButton } from '../../ui/table/TableTools.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState, useUrlValue } from '../../ui/url/useUrlState.ts'
import { ExtractForm } from './ExtractForm.tsx'
import { ExtractionProgress } from './ExtractionProgress.tsx'
import { StoredLogs } from './StoredLogs.tsx'
import { useText } from './text.ts'
import { useExtraction } from './useExtraction.ts'
import css from './log-extraction.module.css'

const LogReader = lazy(async () => ({ default: (await import('./LogReader.tsx')).LogReader }))

const codecs = { equipCode: as.text, equipClassify: as.number, level: as.text } as const

/** Left what is asked for; right what the platform has, what comes in, and the log that is being read. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const [name, setName] = useUrlValue('log', as.text)
  const extraction = useExtraction(t('cancelled'))
  const navigate = useNavigate()
  const [round, setRound] = useState(0)
  const { equipCode } = state.filter
  const stored = useData(
    logExtraction.names,
    { equipCode: equipCode ?? '' },
    { enabled: equipCode !== undefined, quiet: true },
  )
  const logs = equipCode === undefined || stored.isOld || stored.failure ? undefined : stored.data
  const { running, failure } = extraction
  return (
    <div className={css.page}>
      <section className={css.panel} aria-label={t('title')}>
        <ExtractForm
          key={round}
          subject={state.filter}
          onSubject={state.set}
          onReset={() => {
            void navigate({ search: '' })
            setRound(round + 1)
          }}
          isRunning={running !== undefined}
          onExtract={(request) => void extraction.start(request)}
        />
      </section>
      <section className={css.panel} aria-label={t('info')}>
        <header className={css.head}>
          <h2>{t('info')}</h2>
          {equipCode !== undefined && (
            <RefreshButton isLoading={stored.isLoading} onRefresh={stored.refresh} />
          )}
        </header>
        {running && <ExtractionProgress running={running} onCancel={extraction.cancel} />}
        {!running && failure && <Alert type="error" showIcon title={failure.message} />}
        {stored.failure && equipCode !== undefined && (
          <Alert type="error" showIcon title={stored.failure.message} />
        )}
        {logs && logs.length > 0 && <StoredLogs logs={logs} opened={name} onRead={setName} />}
        {!running && !name && (logs?.length ?? 0) === 0 && <NoLog hasDevice={logs !== undefined} />}
        <Suspense>
          {name !== undefined && <LogReader key={name} name={name} onClose={() => setName(undefined)} />}
        </Suspense>
      </section>
    </div>
  )
}

function NoLog({ hasDevice }: { readonly hasDevice: boolean }): ReactNode {
  const t = useText()
  return (
    <div className={css.none}>
      <strong>{t('none')}</strong>
      <span>{t(hasDevice ? 'none.device' : 'none.hint')}</span>
    </div>
  )
}
