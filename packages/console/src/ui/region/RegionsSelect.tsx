import type { Region } from '@wattkeeper/contracts/api/reference'
import Cascader from 'antd/es/cascader'
import { type ReactNode, useMemo } from 'react'
import { everywhere, nameHas, pathToRegion, regionFields, useRegions } from './regions.ts'

interface Props {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (codes: string[]) => void
  readonly placeholder?: string
}

/** Regions of any level, as codes; one that is chosen holds all below it. */
export function RegionsSelect({ id, value = [], onChange, placeholder }: Props): ReactNode {
  const known = useRegions(true)
  // the same list while the data is the same: the cascader indexes thousands of regions whenever it changes
  const tree = useMemo(() => known.filter(({ code }) => code !== everywhere), [known])
  const paths = value.map((code) => {
    const path = pathToRegion(tree, code).map((region) => region.code)
    // until the tree has come the code itself stands in
    return path.length > 0 ? path : [code]
  })
  return (
    <Cascader<Region>
      {...(id && { id })}
      {...(placeholder && { placeholder })}
      multiple
      allowClear
      options={tree}
      fieldNames={regionFields}
      value={paths}
      onChange={(chosen) => onChange?.(chosen.map((path) => lastOf(path)))}
      displayRender={(names) => names.slice(names.length > 1 ? 1 : 0).join(' / ')}
      showCheckedStrategy="SHOW_PARENT"
      showSearch={{ filter: nameHas, limit: 50 }}
      loading={tree.length === 0}
      style={{ inlineSize: '100%' }}
    />
  )
}

/** A whole path, or where there is but one level its only step. */
function lastOf(path: unknown): string {
  const last: unknown = Array.isArray(path) ? path.at(-1) : path
  return typeof last === 'string' ? last : ''
}
