import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx'
import type { PickerProps } from './IconPicker.tsx'
import { useText } from './text.ts'
import css from './menus.module.css'

// the icons come by this one door, so that they stay a chunk of their own
const IconPicker = lazy(async () => {
  const [{ IconPicker: Picker }, { allIcons }] = await Promise.all([
    import('./IconPicker.tsx'),
    import('../../ui/icon/all-icons.ts'),
  ])
  return { default: (props: PickerProps) => <Picker {...props} icons={allIcons} /> }
})

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
