import type { Region } from '@wattkeeper/contracts/api/reference'
import Cascader from 'antd/es/cascader'
import { type ReactNode, useState } from 'react'
import type { RegionProps } from './RegionSelect.tsx'
import { everywhere, nameHas, pathToRegion, regionFields, useRegions } from './regions.ts'

interface Props extends RegionProps {
  /** Somebody has clicked before it arrived. */
  readonly startsOpen: boolean
  readonly hasFocus: boolean
}

/** Cleared, antd gives nothing at all. */
function lastOf(path: readonly unknown[] | undefined): string | null {
  const last = path?.at(-1)
  return typeof last === 'string' ? last : null
}

export function RegionCascader(props: Props): ReactNode {
  const { value, onChange, placeholder, id, hasAll = false, startsOpen, hasFocus } = props
  const [isOpened, setOpened] = useState(startsOpen)
  const tree = useRegions(isOpened || Boolean(value))
  const known = value ? pathToRegion(tree, value).map(({ code }) => code) : []
  // until the tree has come the code itself stands in
  const shown = value && known.length === 0 ? [value] : known
  return (
    <Cascader<Region>
      options={tree.filter(({ code }) => hasAll || code !== everywhere)}
      fieldNames={regionFields}
      value={shown}
      onChange={(path: readonly unknown[] | undefined) => onChange?.(lastOf(path))}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
      displayRender={(names) => names.slice(names.length > 1 ? 1 : 0).join(' / ')}
      showSearch={{ filter: nameHas, limit: 50 }}
      changeOnSelect
      defaultOpen={startsOpen}
      autoFocus={hasFocus}
      allowClear
      style={{ inlineSize: '100%' }}
      loading={isOpened && tree.length === 0}
      {...(placeholder && { placeholder })}
      {...(id && { id })}
    />
  )
}
