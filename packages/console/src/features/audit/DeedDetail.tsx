import type { AuditChange, Deed } from '@wattkeeper/contracts/api/audit'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/Copyable.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type FieldChange, fieldsOf, kindOf } from './changes.ts'
import { useNames } from './names.ts'
import { useText } from './text.ts'
import css from './audit.module.css'

/** What a deed changed, before beside after, and what was asked. */
export function DeedDetail({ deed }: { readonly deed: Deed }): ReactNode {
  const t = useText()
  return (
    <div className={css.detail}>
      <p className={css.facts}>
        <span>
          {t('requestId')} <Copyable text={deed.requestId} />
        </span>
        <span>
          {t('address')} {deed.address || '—'}
        </span>
        <code>{deed.action}</code>
      </p>
      {deed.changes.length === 0 && <p className={css.facts}>{t('noChange')}</p>}
      {deed.changes.map((change) => (
        <Change key={`${change.object} ${change.objectId}`} change={change} />
      ))}
      <details className={css.input} open={deed.changes.length === 0}>
        <summary>{t('input')}</summary>
        <pre tabIndex={0}>{JSON.stringify(deed.input, null, 2)}</pre>
      </details>
    </div>
  )
}

const tones = { created: 'good', updated: 'info', removed: 'bad' } as const

function Change({ change }: { readonly change: AuditChange }): ReactNode {
  const t = useText()
  const { tableName } = useNames()
  const fields = fieldsOf(change)
  const kind = kindOf(change)
  const changed = fields.filter(({ isChanged }) => isChanged)
  const same = fields.filter(({ isChanged }) => !isChanged)
  const title = `${tableName(change.object)} ${change.objectId}`
  return (
    <section className={css.change}>
      <h2>
        {title} <Tag tone={tones[kind]}>{t(kind)}</Tag>
      </h2>
      {changed.length > 0 && <Fields label={title} fields={changed} />}
      {same.length > 0 && (
        <details>
          <summary>{t('unchanged', { count: same.length })}</summary>
          <Fields label={title} fields={same} />
        </details>
      )}
    </section>
  )
}

interface FieldsProps {
  readonly label: string
  readonly fields: readonly FieldChange[]
}

const none = '—'

function Fields({ label, fields }: FieldsProps): ReactNode {
  const t = useText()
  const { columnName } = useNames()
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, before, after, isChanged }) => (
            <tr key={name} data-changed={isChanged}>
              <th scope="row">
                <span title={name}>{columnName(name)}</span>
                {isChanged && <span className="wk-visually-hidden"> {t('changedMark')}</span>}
              </th>
              <td data-empty={before === none}>{before}</td>
              <td data-empty={after === none}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
