import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { piecesOf } from './log-lines.ts'
import css from './log-extraction.module.css'

export interface LogViewHandle {
  /** Scrolls to the n-th of the shown lines. */
  readonly show: (position: number) => void
}

interface Props {
  readonly ref: Ref<LogViewHandle>
  readonly lines: readonly string[]
  /** Numbers of the lines to show, in order. */
  readonly shown: readonly number[]
  readonly text: string
  readonly current: number | undefined
  readonly label: string
}

const linePx = 20
const viewPx = 420
const spare = 20

/** Hundreds of thousands of lines, of which only those in sight are in the page. */
export function LogView({ ref, lines, shown, text, current, label }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useImperativeHandle(ref, () => ({
    show: (position) => box.current?.scrollTo({ top: Math.max(0, position * linePx - viewPx / 2) }),
  }))
  const first = Math.max(0, Math.floor(top / linePx) - spare)
  const visible = shown.slice(first, first + Math.ceil(viewPx / linePx) + 2 * spare)
  return (
    <div
      ref={box}
      className={css.view}
      role="log"
      aria-live="off"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: shown.length * linePx }}>
        <div style={{ transform: `translateY(${first * linePx}px)` }}>
          {visible.map((number) => (
            <div key={number} className={css.line} data-current={number === current}>
              <span>{number + 1}</span>
              <code>{marked(lines[number] ?? '', text)}</code>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const marked = (line: string, text: string): ReactNode =>
  piecesOf(line, text).map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))
