import { type Hop, type LinkEnd, hopEnds, hopReasons, linkEnds } from '@wattkeeper/contracts/api/links'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import CloudServerOutlined from '@ant-design/icons/es/icons/CloudServerOutlined'
import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'
import css from './links.module.css'

const icons: Readonly<Record<LinkEnd, ReactNode>> = {
  phone: <MobileOutlined />,
  om: <AppstoreOutlined />,
  device: <HddOutlined />,
  report: <CloudServerOutlined />,
  cache: <DatabaseOutlined />,
}

/** From top to bottom as a question and its answer travel: an end, the hop to the next, that end, and so on. */
export function Chain({ hops }: { readonly hops: readonly Hop[] }): ReactNode {
  const t = useText()
  const [first] = hops
  return (
    <ol className={css.chain} aria-label={t('chain')}>
      {first && <End of={hopEnds[first.name][0]} />}
      {hops.map((hop) => (
        <Stretch key={hop.name} hop={hop} />
      ))}
    </ol>
  )
}

function End({ of }: { readonly of: LinkEnd }): ReactNode {
  const language = useLanguage()
  return (
    <li className={css.end}>
      <span className={css.icon} aria-hidden="true">
        {icons[of]}
      </span>
      {linkEnds[of][language]}
    </li>
  )
}

function Stretch({ hop }: { readonly hop: Hop }): ReactNode {
  const t = useText()
  const language = useLanguage()
  const { name, isConnected, lastSuccessTime, latencyMs, reason, detail } = hop
  const [from, to] = hopEnds[name]
  const hopName = t('hop', { from: linkEnds[from][language], to: linkEnds[to][language] })
  return (
    <>
      <li className={css.hop} data-connected={isConnected} data-hop={name} aria-label={hopName}>
        <span className={css.line} aria-hidden="true" />
        <span className={css.facts}>
          <Tag tone={isConnected ? 'good' : 'bad'}>
            {isConnected ? `✓ ${t('connected')}` : `✕ ${t('broken')}`}
          </Tag>
          {latencyMs !== null && <span className={css.latency}>{t('latency', { ms: latencyMs })}</span>}
          <span className={css.last}>
            {t('lastSuccess')} {lastSuccessTime === null ? t('never') : <Time at={lastSuccessTime} />}
          </span>
          {reason !== null && (
            <span className={css.reason}>
              {hopReasons[reason][language]}
              {detail !== null && <code>{detail}</code>}
            </span>
          )}
        </span>
      </li>
      <End of={to} />
    </>
  )
}
