import { maxRegions, permissionProblems } from '@wattkeeper/contracts/api/permissions'
import { type Region, regions } from '@wattkeeper/contracts/api/reference'
import { say } from '@wattkeeper/contracts/kit'
import Cascader from 'antd/es/cascader'
import { type ReactNode, useMemo } from 'react'
import { rarelyChanges } from '../../../api/choices.ts'
import { notify } from '../../../api/notices.ts'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { everywhere, nameHas, regionFields } from '../../../ui/region/regions.ts'

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
      fieldNames={regionFields}
      value={value.map((path) => [...path])}
      onChange={(paths) => choose(paths.map((path) => [path].flat().map(String)))}
      displayRender={(names) => names.slice(names.length > 1 ? 1 : 0).join(' / ')}
      showCheckedStrategy="SHOW_PARENT"
      showSearch={{ filter: nameHas, limit: 50 }}
    />
  )
}
