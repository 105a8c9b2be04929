import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx'
import { useText } from './text.ts'
import css from './menus.module.css'

const IconPicker = lazy(async () => ({ default: (await import('./IconPicker.tsx')).IconPicker }))

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (name: string | null) => void
}

export function IconField({ id, value = null, onChange }: Props): ReactNode {
  const t = useText()
  const [isPicking, setPicking] = useState(false)
  return (
    <div className={css.iconField}>
      <Button {...(id && { id })} icon={<MenuIcon name={value} />} onClick={() => setPicking(true)}>
        {value ?? t('icon.pick')}
      </Button>
      {value !== null && (
        <Button type="text" onClick={() => onChange?.(null)}>
          {t('icon.clear')}
        </Button>
      )}
      <Suspense>
        {isPicking && (
          <IconPicker
            chosen={value}
            onChoose={(name) => {
              onChange?.(name)
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
