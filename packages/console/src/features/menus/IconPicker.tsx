import Input from 'antd/es/input/Input'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import type { Icons } from '../../ui/icon/first-icons.ts'
import { useText } from './text.ts'
import css from './menus.module.css'

export interface PickerProps {
  readonly chosen: string | null
  readonly onChoose: (name: string) => void
  readonly onClose: () => void
}

const kindOfDrawing = /Outlined$/

interface Props extends PickerProps {
  readonly icons: Icons
}

/** The icons that the console knows, found by a part of their name. */
export function IconPicker({ chosen, icons, onChoose, onClose }: Props): ReactNode {
  const t = useText()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = Object.entries(icons)
    .filter(([name]) => name.toLowerCase().includes(wanted))
    .toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <Modal open title={t('icon.title')} footer={null} width={640} onCancel={onClose}>
      <Input
        autoFocus
        allowClear
        type="search"
        aria-label={t('icon.search')}
        placeholder={t('icon.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.length === 0 && <p role="status">{t('icon.noMatch')}</p>}
      <ul className={css.icons}>
        {found.map(([name, Icon]) => (
          <li key={name}>
            <button type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
              <Icon aria-hidden />
              {name.replace(kindOfDrawing, '')}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
