import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useUiText } from '../text.ts'
import { useIsMobile } from '../useIsMobile.ts'
import type { UrlState } from '../url/useUrlState.ts'
import { FilterControl } from './FilterControl.tsx'
import { type FilterField, changeOf, shownValue, without } from './fields.ts'
import css from './filter.module.css'

const FilterDrawer = lazy(async () => ({ default: (await import('./FilterDrawer.tsx')).FilterDrawer }))

interface Props<F extends object> {
  readonly state: UrlState<F>
  readonly fields: readonly FilterField<F>[]
}

/**
 * The filters of a screen: Enter and 查询 search, a select applies at once, 重置 shows page 1 at size 10, what is
 * active stands below as chips; on a phone it is a drawer. `/` focuses the first text.
 */
export function FilterBar<F extends object>({ state, fields }: Props<F>): ReactNode {
  const isMobile = useIsMobile()
  return (
    <section className={css.bar}>
      {isMobile ? (
        <MobileFilters state={state} fields={fields} />
      ) : (
        <FilterForm state={state} fields={fields} />
      )}
      <Chips state={state} fields={fields} />
    </section>
  )
}

interface FormProps<F extends object> extends Props<F> {
  readonly onDone?: () => void
}

export function FilterForm<F extends object>({ state, fields, onDone }: FormProps<F>): ReactNode {
  const t = useUiText()
  const form = useRef<HTMLFormElement>(null)
  const { drafts, setDraft, forget } = useDrafts(state)
  useSlashKey(form)
  const apply = (change: Partial<F>) => state.set({ ...drafts, ...change })
  const submit = (event: { readonly preventDefault: () => void }) => {
    event.preventDefault()
    state.set({ ...drafts })
    onDone?.()
  }
  const reset = () => {
    forget()
    state.reset()
    onDone?.()
  }
  return (
    <form ref={form} className={css.form} onSubmit={submit} role="search">
      {fields.map((field) => (
        <FilterControl
          key={field.name}
          field={field}
          filter={{ ...state.filter, ...drafts }}
          onDraft={(value) => setDraft(changeOf(field, value))}
          onApply={apply}
        />
      ))}
      <div className={css.buttons}>
        <Button type="primary" htmlType="submit">
          {t('search')}
        </Button>
        <Button onClick={reset}>{t('reset')}</Button>
      </div>
    </form>
  )
}

/** What is typed and not yet searched; another address (Back, a chip) wins over it. */
function useDrafts<F extends object>(state: UrlState<F>) {
  const [held, setHeld] = useState<{ readonly of: F; readonly values: Partial<F> }>({
    of: state.filter,
    values: {},
  })
  const drafts: Partial<F> = held.of === state.filter ? held.values : {}
  return {
    drafts,
    setDraft: (change: Partial<F>) => setHeld({ of: state.filter, values: { ...drafts, ...change } }),
    forget: () => setHeld({ of: state.filter, values: {} }),
  }
}

function MobileFilters<F extends object>(props: Props<F>): ReactNode {
  const t = useUiText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
        {t('filters')}
      </Button>
      {isOpen && (
        <Suspense>
          <FilterDrawer onClose={() => setOpen(false)}>
            <FilterForm {...props} onDone={() => setOpen(false)} />
          </FilterDrawer>
        </Suspense>
      )}
    </>
  )
}

function Chips<F extends object>({ state, fields }: Props<F>): ReactNode {
  const t = useUiText()
  const active = fields.flatMap((field) => {
    const value = shownValue(field, state.filter)
    return value === undefined ? [] : [{ field, value }]
  })
  if (active.length === 0) return null
  return (
    <ul className={css.chips} aria-label={t('filter.active')}>
      {active.map(({ field, value }) => (
        <li key={field.name}>
          <span className={css.chipName}>{field.label}</span>
          <span className={css.chipValue}>{value}</span>
          <button
            type="button"
            aria-label={t('filter.remove', { name: field.label })}
            onClick={() => state.set(without(field))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}

function useSlashKey(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const field = form.current?.querySelector<HTMLInputElement>('input[type="text"], input[type="search"]')
      if (!field) return
      event.preventDefault()
      field.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [form])
}
