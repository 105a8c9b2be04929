import type { CabinetPicture } from '@wattkeeper/contracts/api/cabinets'
import { catalogue } from '@wattkeeper/contracts/link'
import type { ReactNode } from 'react'
import { useLanguage } from '../../../i18n/i18n.ts'
import { useText } from '../text.ts'
import css from './picture.module.css'

interface Props {
  readonly values: CabinetPicture['values']
}

const measured = catalogue.cabinet.signals.filter(({ unit }) => unit !== '')
const decimals = 1

/** What concerns the whole cabinet: first what may burn or drown it, then what it measures. */
export function Whole({ values }: Props): ReactNode {
  const t = useText()
  const language = useLanguage()
  const { smoke, water, fan } = values
  return (
    <>
      <ul className={css.safety}>
        <Safety
          name={t('whole.fire')}
          isBad={isTrue(smoke)}
          words={[t('whole.fire.ok'), t('whole.fire.bad')]}
        />
        <Safety
          name={t('whole.water')}
          isBad={isTrue(water)}
          words={[t('whole.water.ok'), t('whole.water.bad')]}
        />
        <li data-tone={fan === 1 ? 'good' : 'idle'} className={css.guard}>
          <span className={css.fan} data-on={fan === 1} aria-hidden="true" />
          {t('whole.fan')}{' '}
          <strong>{fan === null ? '—' : t(fan === 1 ? 'whole.fan.on' : 'whole.fan.off')}</strong>
        </li>
      </ul>
      <dl className={css.whole}>
        {measured.map(({ name, unit, ...words }) => (
          <div key={name}>
            <dt>{words[language]}</dt>
            <dd>
              {values[name] === null ? '—' : Number(values[name].toFixed(decimals))}
              <small> {unit}</small>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const isTrue = (value: number | null): boolean | null => (value === null ? null : value === 1)

interface SafetyProps {
  readonly name: string
  /** null was not reported. */
  readonly isBad: boolean | null
  readonly words: readonly [fine: string, bad: string]
}

function Safety({ name, isBad, words: [fine, bad] }: SafetyProps): ReactNode {
  const tone = isBad === null ? 'idle' : isBad ? 'bad' : 'good'
  return (
    <li className={css.guard} data-tone={tone} role={isBad ? 'alert' : undefined}>
      <span aria-hidden="true">{isBad === null ? '–' : isBad ? '▲' : '✓'}</span>
      {name} <strong>{isBad === null ? '—' : isBad ? bad : fine}</strong>
    </li>
  )
}
