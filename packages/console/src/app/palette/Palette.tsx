import { devices } from '@wattkeeper/contracts/api/devices'
import Modal from 'antd/es/modal'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { mayUse, useProfile } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { changeLanguage, useLanguage } from '../../i18n/i18n.ts'
import { changeTheme, useIsDark } from '../../ui/theme/AppTheme.tsx'
import type { AppRoute } from '../routes.ts'
import { useText } from '../text.ts'
import { type Choice, choicesMatching, menuChoices } from './choices.ts'
import css from './palette.module.css'

interface Props {
  readonly routes: readonly AppRoute[]
  readonly onClose: () => void
}

const devicesShown = 8

/** Ctrl/⌘K: every menu entry, devices by code, and actions, by keyboard. */
export function Palette({ routes, onClose }: Props): ReactNode {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const choices = useChoices(routes, typed)
  const pick = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    choice.run()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((at + step + choices.length) % Math.max(1, choices.length))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) pick(choices[at])
  }
  return (
    <Modal open footer={null} closable={false} onCancel={onClose} width={560} style={{ top: '12vh' }}>
      <input
        className={css.input}
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-choices"
        aria-activedescendant={choices[at] ? `palette-${at}` : undefined}
        aria-label={t('palette.label')}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <ul className={css.choices} id="palette-choices" role="listbox" aria-label={t('palette.label')}>
        {choices.map((choice, index) => (
          <li
            key={choice.key}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => pick(choice)}
          >
            <span>{choice.title}</span>
            <small>{choice.hint}</small>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className={css.nothing}>{t('palette.nothing')}</p>}
      <p className={css.keys}>{t('palette.hint')}</p>
    </Modal>
  )
}

function useChoices(routes: readonly AppRoute[], typed: string): readonly Choice[] {
  const t = useText()
  const navigate = useNavigate()
  const found = useDevicesByCode(typed)
  const actions = useActions()
  const menu = menuChoices(routes, (path) => void navigate(path))
  return [
    ...choicesMatching(menu, typed),
    ...found.map(({ id, code, equipTypeName }) => ({
      key: `device-${id}`,
      title: code,
      hint: `${t('palette.devices')} · ${equipTypeName}`,
      run: () => void navigate(`/equipentry/detail?id=${id}&code=${encodeURIComponent(code)}`),
    })),
    ...choicesMatching(actions, typed),
  ]
}

function useDevicesByCode(typed: string) {
  const profile = useProfile()
  const code = useDeferredValue(typed.trim().replace(/[^A-Za-z0-9]/g, ''))
  const enabled = code.length >= 2 && mayUse(profile, devices.list)
  const { data } = useData(
    devices.list,
    { code, pageNum: 1, pageSize: devicesShown },
    { enabled, quiet: true },
  )
  return enabled ? (data?.rows ?? []) : []
}

function useActions(): readonly Choice[] {
  const t = useText()
  const language = useLanguage()
  const isDark = useIsDark()
  const theme = isDark ? 'light' : 'dark'
  const hint = t('palette.actions')
  return [
    {
      key: 'language',
      title: t('bar.languageLabel'),
      hint,
      run: () => changeLanguage(language === 'zh' ? 'en' : 'zh'),
    },
    {
      key: 'theme',
      title: t('palette.toggleTheme', { theme: t(`theme.${theme}`) }),
      hint,
      run: () => changeTheme(theme),
    },
  ]
}
