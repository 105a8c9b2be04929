import type { ReactNode } from 'react'
import css from './form.module.css'

/** Fields in two columns, and in one on a phone. */
export const Columns = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={css.columns}>{children}</div>
)
