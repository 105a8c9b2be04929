import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listPath } from '../links.ts'
import { useText } from '../text.ts'
import css from './detail.module.css'

/** Unknown, deleted and foreign look the same: who may not see a device learns nothing of it. */
export function NoDevice({ isLinkWrong = false }: { readonly isLinkWrong?: boolean }): ReactNode {
  const t = useText()
  return (
    <section className={css.nothing}>
      <h2>{t('detail.notFound')}</h2>
      <p>{isLinkWrong ? t('detail.noId') : t('detail.notFoundHint')}</p>
      <Link to={listPath}>{t('detail.back')}</Link>
    </section>
  )
}
