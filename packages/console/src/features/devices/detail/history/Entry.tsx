import { commandReasons } from '@wattkeeper/contracts/api/commands'
import type { TimelineEntry } from '@wattkeeper/contracts/api/device-history'
import { upgradeReasons } from '@wattkeeper/contracts/api/upgrades'
import type { ReactNode } from 'react'
import { useWords } from '../../../../i18n/i18n.ts'
import { resultName } from '../../../../ui/command/result.ts'
import { Tag } from '../../../../ui/Tag.tsx'
import { Time } from '../../../../ui/time/Time.tsx'
import { type Names, tell, toneOf } from './entry-words.ts'
import { useText } from './text.ts'
import css from './history.module.css'

const reasonWords = { ...commandReasons, ...upgradeReasons }

interface Props {
  readonly entry: TimelineEntry
  readonly names: Names
}

export function Entry({ entry, names }: Props): ReactNode {
  const t = useText()
  const said = useWords()
  const { kind, at, by, result, reason } = entry
  const { title, detail } = tell(entry, names, t)
  const more = [detail, reason && said(reasonWords[reason]), by && t('entry.by', { name: by })].filter(
    Boolean,
  )
  return (
    <li className={css.entry} data-kind={kind} data-tone={toneOf(entry)}>
      <span className={css.time}>
        <Time at={at} isAbsolute />
      </span>
      <Tag>{t(`kind.${kind}`)}</Tag>
      <span className={css.told}>
        <strong>{title}</strong>
        {kind === 'command' && <Tag tone={toneOf(entry)}>{said(resultName(result))}</Tag>}
        {more.length > 0 && <small>{more.join(' · ')}</small>}
      </span>
    </li>
  )
}
