import { type MenuNode, menus } from '@wattkeeper/contracts/api/menus'
import { pages } from '@wattkeeper/contracts/pages'
import Input from 'antd/es/input/Input'
import Skeleton from 'antd/es/skeleton'
import Tree from 'antd/es/tree'
import type { DataNode } from 'antd/es/tree'
import { type Key, type ReactNode, useState } from 'react'
import { useData } from '../../api/queries.ts'
import { useNameIn } from '../../i18n/i18n.ts'
import { flatten, keepMatching } from '../../ui/tree/keep-matching.ts'
import { checkStates, toggled } from './menu-choice.ts'
import { useText } from './text.ts'
import css from './roles.module.css'

interface Props {
  readonly id?: string
  readonly value?: readonly number[]
  readonly onChange?: (menuIds: number[]) => void
}

const height = 300

/** The menus of a role. What the keyword hides stays as it was chosen. */
export function MenuChoice({ id, value = [], onChange }: Props): ReactNode {
  const t = useText()
  const { data } = useData(menus.tree, {})
  const [typed, setTyped] = useState('')
  const [unfolded, setUnfolded] = useState<readonly Key[]>()
  const nameOf = useNameIn()
  if (!data) return <Skeleton active />
  const wanted = typed.trim().toLowerCase()
  const shown = wanted ? keepMatching(data, (node) => nameOf(node).toLowerCase().includes(wanted)) : data
  const nodes = new Map(flatten(shown).map(({ node }) => [node.id, node]))
  const chosen = new Set(value)
  const toggle = (key: Key) => {
    const node = nodes.get(Number(key))
    if (node) onChange?.([...toggled(node, chosen)])
  }
  const nodesOf = (list: readonly MenuNode[]): DataNode[] =>
    list.map((node) => ({
      key: node.id,
      title: <Title node={node} name={nameOf(node)} />,
      children: nodesOf(node.children),
    }))
  return (
    <div className={css.menus}>
      <div className={css.menusHead}>
        <Input
          {...(id && { id })}
          allowClear
          type="search"
          placeholder={t('menuFilter')}
          aria-label={t('menuFilter')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        <span role="status">{t('menuCount', { count: chosen.size })}</span>
      </div>
      {shown.length === 0 && <p>{t('menuNone')}</p>}
      <Tree
        checkable
        checkStrictly
        selectable={false}
        height={height}
        aria-label={t('menus')}
        treeData={nodesOf(shown)}
        checkedKeys={checkStates(data, chosen)}
        onCheck={(_checked, { node }) => toggle(node.key)}
        expandedKeys={[...(wanted || !unfolded ? nodes.keys() : unfolded)]}
        onExpand={setUnfolded}
      />
    </div>
  )
}

/** A row without an entry in the sidebar says what it is. */
function Title({ node, name }: { readonly node: MenuNode; readonly name: string }): ReactNode {
  const t = useText()
  if (node.type !== 'F') return name
  const known: Readonly<Record<string, { readonly screen: boolean }>> = pages
  const isRight = known[node.url ?? '']?.screen === false
  return (
    <>
      {name} <small className={css.mark}>{t(isRight ? 'rights' : 'hidden')}</small>
    </>
  )
}
