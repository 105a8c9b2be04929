import Select from 'antd/es/select'
import { type ReactNode, Suspense, lazy, useState } from 'react'

export interface RegionProps {
  readonly value?: string | null | undefined
  readonly onChange?: (code: string | null) => void
  readonly placeholder?: string
  readonly id?: string
  /** A filter may ask for every region; a device stands in one. */
  readonly hasAll?: boolean
}

const load = () => import('./RegionCascader.tsx')
const RegionCascader = lazy(async () => ({ default: (await load()).RegionCascader }))

/**
 * Country, province, city, district; each level can be chosen. The value is the code of the last one. An empty one
 * looks the same without the cascader (19 KB), which loads when a pointer or the focus comes near.
 */
export function RegionSelect(props: RegionProps): ReactNode {
  const { value, placeholder, id } = props
  const [isNear, setNear] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const comeNear = () => void load().then(() => setNear(true))
  const waiting = (
    <div
      onPointerEnter={comeNear}
      onPointerDownCapture={() => setAsked(true)}
      onFocusCapture={() => {
        setFocus(true)
        comeNear()
      }}
      onBlurCapture={() => setFocus(false)}
    >
      <Select
        open={false}
        showSearch
        value={value ?? null}
        loading={isAsked}
        style={{ inlineSize: '100%' }}
        {...(placeholder && { placeholder })}
        {...(id && { id })}
      />
    </div>
  )
  if (!isNear && !value) return waiting
  return (
    <Suspense fallback={waiting}>
      <RegionCascader {...props} startsOpen={isAsked} hasFocus={hasFocus} />
    </Suspense>
  )
}
