import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import SyncOutlined from '@ant-design/icons/es/icons/SyncOutlined'
import type { LiveView } from '@wattkeeper/contracts/api/telemetry'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '../text.ts'
import { type Flow, dotsAt, flowsOf, nextStep, offsetPx, tickMs } from './flow.ts'
import css from './live.module.css'

const dotsOnALine = 3
const offset = offsetPx(navigator.userAgent)

/** Panels, inverter and device with what flows between them; still for whoever asked for less motion. */
export function PowerFlow({ view }: { readonly view: LiveView | undefined }): ReactNode {
  const t = useText()
  const step = useStep()
  const { solar, load } = flowsOf(view)
  const pv = t('flow.pv')
  const inverter = t('flow.inverter')
  const device = t('flow.device')
  const say = (flow: Flow, from: string, to: string) => {
    const [begin, end] = flow.isBackwards ? [to, from] : [from, to]
    if (flow.watts <= 0) return t('flow.still', { from: begin, to: end })
    const said = t('flow.said', { from: begin, to: end, power: rounded(flow.watts) })
    return flow.isAssumed ? `${said} (${t('flow.assumed')})` : said
  }
  const said = [say(solar, pv, inverter), say(load, inverter, device)].join('; ')
  return (
    <div className={css.flow} role="img" aria-label={t('flow.label', { said })}>
      <Node name={pv} icon={<SunOutlined />} />
      <Line flow={solar} step={step} />
      <Node name={inverter} icon={<SyncOutlined />} />
      <Line flow={load} step={step} />
      <Node name={device} icon={<HddOutlined />} />
    </div>
  )
}

const rounded = (watts: number): number => Math.round(watts * 10) / 10

const asksForStillness = matchMedia('(prefers-reduced-motion: reduce)')

function watchStillness(listener: () => void): () => void {
  asksForStillness.addEventListener('change', listener)
  return () => asksForStillness.removeEventListener('change', listener)
}

function useStep(): number {
  const isStill = useSyncExternalStore(watchStillness, () => asksForStillness.matches)
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (isStill) return undefined
    const timer = setInterval(() => setStep(nextStep), tickMs)
    return () => clearInterval(timer)
  }, [isStill])
  return isStill ? 0 : step
}

function Node({ name, icon }: { readonly name: string; readonly icon: ReactNode }): ReactNode {
  return (
    <div className={css.node}>
      <span aria-hidden="true">{icon}</span>
      {name}
    </div>
  )
}

function Line({ flow, step }: { readonly flow: Flow; readonly step: number }): ReactNode {
  const t = useText()
  return (
    <div
      className={css.line}
      data-assumed={flow.isAssumed}
      data-back={flow.isBackwards}
      title={flow.isAssumed ? t('flow.assumed') : undefined}
    >
      <b>{rounded(flow.watts)}W</b>
      <span className={css.track} style={{ insetInline: offset }}>
        {dotsAt(step, flow, dotsOnALine).map((share, index) => (
          <i key={index} style={{ left: `${share * 100}%` }} />
        ))}
      </span>
    </div>
  )
}
