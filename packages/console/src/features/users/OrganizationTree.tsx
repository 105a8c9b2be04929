import { type OrganizationNode, organizations } from '@wattkeeper/contracts/api/organizations'
import Input from 'antd/es/input/Input'
import Tree from 'antd/es/tree'
import type { DataNode } from 'antd/es/tree'
import { type Key, type ReactNode, useState } from 'react'
import { rarelyChanges } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { flatten, keepMatching } from '../../ui/tree/keep-matching.ts'
import { useText } from './text.ts'
import css from './users.module.css'

interface Props {
  readonly chosen: number | undefined
  readonly onChoose: (organizationId: number | undefined) => void
}

const nodesOf = (nodes: readonly OrganizationNode[]): DataNode[] =>
  nodes.map(({ id, name, children }) => ({ key: id, title: name, children: nodesOf(children) }))

/** Whose users are shown: an organization with all below it. A second click shows everybody again. */
export function OrganizationTree({ chosen, onChoose }: Props): ReactNode {
  const t = useText()
  const { data = [] } = useData(organizations.tree, {}, rarelyChanges)
  const [typed, setTyped] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<Key>>(new Set())
  const wanted = typed.trim().toLowerCase()
  const shown = wanted ? keepMatching(data, ({ name }) => name.toLowerCase().includes(wanted)) : data
  const keys = flatten(shown).map(({ node }) => node.id)
  return (
    <div className={css.treeBody}>
      <Input
        allowClear
        type="search"
        aria-label={t('tree.filter')}
        placeholder={t('tree.filter')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {shown.length === 0 && wanted && <p className={css.hint}>{t('tree.none')}</p>}
      <Tree
        blockNode
        aria-label={t('tree.title')}
        treeData={nodesOf(shown)}
        expandedKeys={wanted ? keys : keys.filter((key) => !folded.has(key))}
        onExpand={(expanded) => setFolded(new Set(keys.filter((key) => !expanded.includes(key))))}
        selectedKeys={chosen === undefined ? [] : [chosen]}
        onSelect={([key]) => onChoose(key === undefined ? undefined : Number(key))}
      />
    </div>
  )
}
