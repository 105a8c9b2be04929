import { useState } from 'react'
import { recall, remember } from '../../browser/preferences.ts'
import { type TableSettings, defaultSettings } from './columns.ts'

let owner = ''

/** Settings belong to a user: two people at one desk do not share them. */
export function setTableOwner(userId: string): void {
  owner = userId
}

const keyOf = (screen: string): string => `wk-table:${owner}:${screen}`

export function readSettings(screen: string): TableSettings {
  try {
    const stored: unknown = JSON.parse(recall(keyOf(screen)) ?? '{}')
    return typeof stored === 'object' ? { ...defaultSettings, ...stored } : defaultSettings
  } catch {
    return defaultSettings
  }
}

export function useTableSettings(screen: string): [TableSettings, (next: TableSettings) => void] {
  const [settings, setSettings] = useState(() => readSettings(screen))
  const change = (next: TableSettings) => {
    setSettings(next)
    remember(keyOf(screen), JSON.stringify(next))
  }
  return [settings, change]
}
