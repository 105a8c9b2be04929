import type { PartVersion } from '@wattkeeper/contracts/api/device-versions'
import { compareVersions } from '@wattkeeper/contracts/kit'
import { type ReactNode, useId } from 'react'
import { Tag } from '../../ui/Tag.tsx'
import { useText } from './text.ts'
import css from './upgrades.module.css'

interface Props {
  readonly versions: readonly PartVersion[]
  readonly chosen: PartVersion | undefined
  /** The board as it is. */
  readonly board: PartVersion
  readonly onChoose: (versionId: number) => void
}

/** The versions that a board may get, newest first; test versions are among them and say so. */
export function VersionList({ versions, chosen, board, onChoose }: Props): ReactNode {
  const t = useText()
  const group = useId()
  if (versions.length === 0) return <p className={css.none}>{t('choose.none')}</p>
  return (
    <div className={css.choices} role="radiogroup" aria-label={t('choose.list')}>
      {versions.flatMap((offer) => {
        const { versionId } = offer
        if (versionId === null) return []
        return [
          <label key={versionId} className={css.choice}>
            <input
              type="radio"
              name={group}
              checked={versionId === chosen?.versionId}
              onChange={() => onChoose(versionId)}
            />
            <strong>{offer.version}</strong>
            <Marks offer={offer} board={board} />
            <span className={css.file}>{offer.fileName}</span>
          </label>,
        ]
      })}
    </div>
  )
}

function Marks({ offer, board }: { readonly offer: PartVersion; readonly board: PartVersion }): ReactNode {
  const t = useText()
  const { version, isRelease, versionId } = offer
  const { currSwVersion } = board
  const against = version !== null && currSwVersion !== null ? compareVersions(version, currSwVersion) : 1
  return (
    <span className={css.marks}>
      <Tag tone={isRelease ? 'info' : 'warn'}>{t(isRelease ? 'release' : 'test')}</Tag>
      {versionId === board.versionId && <Tag tone="good">{t('newestTag')}</Tag>}
      {against === 0 && <Tag>{t('sameTag')}</Tag>}
      {against < 0 && <Tag>{t('older')}</Tag>}
    </span>
  )
}
