import { maxRegions, permissionProblems } from '@wattkeeper/contracts/api/permissions'
import { type Region, regions } from '@wattkeeper/contracts/api/reference'
import { say } from '@wattkeeper/contracts/kit'
import Cascader from 'antd/es/cascader'
import { type ReactNode, useMemo } from 'react'
import { rarelyChanges } from '../../../api/choices.ts'
import { notify } from '../../../api/notices.ts'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'

/** The tree begins with an entry for every region, which narrows nothing. */
const everywhere = 'all'
const fieldNames = { label: 'name', value: 'code', children: 'childrens' } as const

export function useRegionTree() {
  const { data, failure } = useData(regions.tree, {}, rarelyChanges)
  // the same list while the data is the same: the cascader indexes thousands of regions whenever it changes
  const tree = useMemo(() => data?.filter(({ code }) => code !== everywhere), [data])
  return { tree, failure }
}

const noRegions: Region[] = []

interface Props {
  readonly id?: string
  readonly value?: readonly (readonly string[])[]
  readonly onChange?: (paths: string[][]) => void
}

const nameHas = (typed: string, path: readonly Partial<Region>[]): boolean =>
  path.some(({ name }) => name?.toLowerCase().includes(typed.toLowerCase()))

/** Regions of any level, at most three; one that is chosen holds all below it. */
export function RegionsField({ id, value = [], onChange }: Props): ReactNode {
  const language = useLanguage()
  const { tree = noRegions } = useRegionTree()
  const choose = (paths: string[][]) => {
    if (paths.length <= maxRegions) onChange?.(paths)
    else notify.error(say(permissionProblems.tooManyRegions.words, language, { max: maxRegions }))
  }
  return (
    <Cascader<Region>
      {...(id && { id })}
      multiple
      allowClear
      options={tree}
      fieldNames={fieldNames}
      value={value.map((path) => [...path])}
      onChange={(paths) => choose(paths.map((path) => [path].flat().map(String)))}
      displayRender={(names) => names.slice(names.length > 1 ? 1 : 0).join(' / ')}
      showCheckedStrategy="SHOW_PARENT"
      showSearch={{ filter: nameHas, limit: 50 }}
    />
  )
}
