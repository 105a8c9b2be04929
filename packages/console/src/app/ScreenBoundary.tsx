import { Component, type ReactNode } from 'react'
import { useText } from './text.ts'
import css from './pages.module.css'

interface Props {
  /** A change of place forgets the failure. */
  readonly at: string
  readonly onRetry?: () => void
  readonly children: ReactNode
}

interface State {
  readonly error: Error | undefined
  readonly at: string
}

/** Each screen fails for itself and can be tried again; never a blank page. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: undefined, at: this.props.at }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, error: undefined }
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    const retry = () => {
      this.props.onRetry?.()
      this.setState({ error: undefined })
    }
    return <Crashed error={this.state.error} onRetry={retry} />
  }
}

/** A chunk that is gone means that a newer console was installed since this one was loaded. */
const isOldBuild = (error: Error): boolean =>
  /dynamically imported module|importing a module script|preload/i.test(error.message)

function Crashed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  const t = useText()
  const old = isOldBuild(error)
  return (
    <section className={css.message} role="alert">
      <h2>{old ? t('crash.newVersion') : t('crash.title')}</h2>
      <p>{t('crash.hint')}</p>
      {!old && <pre className={css.reason}>{error.message}</pre>}
      <p className={css.ways}>
        <button type="button" className={css.way} onClick={old ? () => location.reload() : onRetry}>
          {old ? t('crash.reload') : t('crash.retry')}
        </button>
        <a href="/">{t('notFound.home')}</a>
      </p>
    </section>
  )
}
