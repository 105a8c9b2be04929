import type { Region } from '@wattkeeper/contracts/api/reference'
import Cascader from 'antd/es/cascader'
import { type ReactNode, useState } from 'react'
import { pathToRegion, useRegions } from './choices.ts'

interface Props {
  readonly value?: string | null | undefined
  readonly onChange?: (code: string | null) => void
  readonly placeholder?: string
  readonly id?: string
  /** A filter may ask for every region; a device stands in one. */
  readonly hasAll?: boolean
}

const everywhere = 'all'

const fieldNames = { label: 'name', value: 'code', children: 'childrens' } as const

const nameHas = (typed: string, path: readonly Partial<Region>[]): boolean =>
  path.some(({ name }) => name?.toLowerCase().includes(typed.toLowerCase()))

/** Cleared, antd gives nothing at all. */
function lastOf(path: readonly unknown[] | undefined): string | null {
  const last = path?.at(-1)
  return typeof last === 'string' ? last : null
}

/** Country, province, city, district: any level can be chosen. The value is the code of the last one. */
export function RegionSelect({ value, onChange, placeholder, id, hasAll = false }: Props): ReactNode {
  const [isOpened, setOpened] = useState(false)
  const tree = useRegions(isOpened || Boolean(value))
  const known = value ? pathToRegion(tree, value).map(({ code }) => code) : []
  // until the tree has come the code itself stands in
  const shown = value && known.length === 0 ? [value] : known
  return (
    <Cascader<Region>
      options={tree.filter(({ code }) => hasAll || code !== everywhere)}
      fieldNames={fieldNames}
      value={shown}
      onChange={(path: readonly unknown[] | undefined) => onChange?.(lastOf(path))}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
      displayRender={(names) => names.slice(names.length > 1 ? 1 : 0).join(' / ')}
      showSearch={{ filter: nameHas, limit: 50 }}
      changeOnSelect
      allowClear
      style={{ inlineSize: '100%' }}
      loading={isOpened && tree.length === 0}
      {...(placeholder && { placeholder })}
      {...(id && { id })}
    />
  )
}
