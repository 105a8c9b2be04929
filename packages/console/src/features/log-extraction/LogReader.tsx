import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { LogView, type LogViewHandle } from './LogView.tsx'
import { matchesIn } from './log-lines.ts'
import { useText } from './text.ts'
import { useLog } from './useLog.ts'
import css from './log-extraction.module.css'

interface Props {
  readonly name: string
  readonly onClose: () => void
}

/** A stored log in the page: streamed, searched, only its visible lines drawn. */
export function LogReader({ name, onClose }: Props): ReactNode {
  const t = useText()
  const { lines, isReading, failed } = useLog(name)
  const [text, setText] = useState('')
  const [isOnly, setOnly] = useState(false)
  const [at, setAt] = useState(0)
  const wanted = useDeferredValue(text)
  const matches = useMemo(() => matchesIn(lines, wanted), [lines, wanted])
  const view = useRef<LogViewHandle>(null)
  const hasText = wanted.trim() !== ''
  const isNarrowed = isOnly && hasText
  const shown = useMemo(
    () => (isNarrowed ? matches : lines.map((_, line) => line)),
    [isNarrowed, matches, lines],
  )
  const go = (step: number) => {
    if (matches.length === 0) return
    const next = (at + step + matches.length) % matches.length
    setAt(next)
    view.current?.show(isNarrowed ? next : (matches[next] ?? 0))
  }
  return (
    <article className={css.reader} aria-label={t('view', { name })}>
      <header>
        <h3>{name}</h3>
        <span className={css.quiet}>{t(isReading ? 'lines.reading' : 'lines', { count: lines.length })}</span>
        <Button size="small" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <div className={css.search}>
        <Input
          allowClear
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onPressEnter={(event) => go(event.shiftKey ? -1 : 1)}
        />
        <Button disabled={matches.length === 0} onClick={() => go(-1)}>
          {t('previous')}
        </Button>
        <Button disabled={matches.length === 0} onClick={() => go(1)}>
          {t('next')}
        </Button>
        <Checkbox checked={isOnly} onChange={(event) => setOnly(event.target.checked)}>
          {t('only')}
        </Checkbox>
        <span className={css.quiet} role="status">
          {hasText &&
            (matches.length === 0 ? t('matches.none') : t('matches', { at: at + 1, count: matches.length }))}
        </span>
      </div>
      {failed !== undefined && <Alert type="error" showIcon title={failed} />}
      {!isReading && failed === undefined && lines.length === 0 && (
        <div className={css.none}>{t('empty')}</div>
      )}
      {lines.length > 0 && (
        <LogView
          ref={view}
          lines={lines}
          shown={shown}
          text={wanted}
          current={hasText ? matches[at] : undefined}
          label={t('view', { name })}
        />
      )}
    </article>
  )
}
