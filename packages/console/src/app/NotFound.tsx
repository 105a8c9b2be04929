import { type ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from './text.ts'
import { usePageTitle } from './usePageTitle.ts'
import css from './pages.module.css'

export function NotFound(): ReactNode {
  const t = useText()
  usePageTitle(t('notFound.title'))
  return (
    <section className={css.message}>
      <p className={css.code} aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.said')}</h1>
      <p>{t('notFound.hint')}</p>
      <p className={css.ways}>
        <Link className={css.way} to="/">
          {t('notFound.home')}
        </Link>
      </p>
    </section>
  )
}
