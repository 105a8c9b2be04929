import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import Button from 'antd/es/button'
import { Dropdown } from '../Dropdown.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLanguage } from '../../i18n/i18n.ts'
import { useUiText } from '../text.ts'
import { ago } from '../time/format.ts'
import { useNow } from '../time/useNow.ts'
import type { Column, TableSettings } from './columns.ts'
import { ColumnSettings } from './ColumnSettings.tsx'
import css from './table.module.css'

interface Props<T> {
  readonly columns: readonly Column<T>[]
  readonly settings: TableSettings
  readonly onSettings: (next: TableSettings) => void
  readonly readAt: number
  readonly isLoading: boolean
  readonly onRefresh: () => void
}

/** "Updated 12 s ago", refresh, and the column settings. */
export function TableTools<T>(props: Props<T>): ReactNode {
  const { columns, settings, onSettings, readAt, isLoading, onRefresh } = props
  const t = useUiText()
  return (
    <div className={css.tools}>
      <ReadAt at={readAt} />
      <RefreshButton onRefresh={onRefresh} isLoading={isLoading} />
      <Dropdown
        placement="bottomRight"
        popupRender={() => <ColumnSettings columns={columns} settings={settings} onChange={onSettings} />}
      >
        <Button
          type="text"
          icon={<SettingOutlined />}
          aria-label={t('table.settings')}
          title={t('table.settings')}
        />
      </Dropdown>
    </div>
  )
}

const tickMs = 1000

function ReadAt({ at }: { readonly at: number }): ReactNode {
  const t = useUiText()
  const language = useLanguage()
  const now = useNow(tickMs)
  if (at === 0) return null
  return (
    <span className={css.readAt}>{t('table.updated', { when: ago(at, Math.max(now, at), language) })}</span>
  )
}

const debounceMs = 500

interface RefreshProps {
  readonly onRefresh: () => void
  readonly isLoading: boolean
}

/** Many clicks within half a second read once. */
export function RefreshButton({ onRefresh, isLoading }: RefreshProps): ReactNode {
  const t = useUiText()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const click = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onRefresh, debounceMs)
  }
  return (
    <Button
      type="text"
      icon={<ReloadOutlined spin={isLoading} />}
      aria-label={t('refresh')}
      title={t('refresh')}
      onClick={click}
    />
  )
}
