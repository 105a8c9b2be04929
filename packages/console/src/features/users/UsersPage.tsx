import { organizations } from '@wattkeeper/contracts/api/organizations'
import { roles } from '@wattkeeper/contracts/api/roles'
import { users } from '@wattkeeper/contracts/api/users'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { choiceOf, rarelyChanges } from '../../api/choices.ts'
import { Can, useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { flatten } from '../../ui/tree/keep-matching.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useIsMobile } from '../../ui/useIsMobile.ts'
import type { Asked } from './UserDialogs.tsx'
import { useText } from './text.ts'
import { useUserColumns } from './user-columns.tsx'
import css from './users.module.css'

const OrganizationTree = lazy(async () => ({
  default: (await import('./OrganizationTree.tsx')).OrganizationTree,
}))
const UserDialogs = lazy(async () => ({ default: (await import('./UserDialogs.tsx')).UserDialogs }))

const codecs = {
  name: as.text,
  phone: as.text,
  roleIds: as.numbers,
  status: as.flag,
  organizationId: as.number,
} as const

/** The organizations at the left, their users at the right. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(users.list, { ...state.filter, ...state.paging }, { quiet: true })
  const fields = useFields()
  const [asked, setAsked] = useState<Asked>()
  const columns = useUserColumns(setAsked)
  const add = (
    <Can use={users.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'add' })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <div className={css.split}>
      <Side
        chosen={state.filter.organizationId}
        onChoose={(organizationId) => state.set({ organizationId })}
      />
      <div>
        <FilterBar state={state} fields={fields} />
        <DataTable
          screen="users"
          label={t('list')}
          hasIndex
          columns={columns}
          list={list}
          state={state}
          keyOf={({ id }) => id}
          actions={add}
          offer={add}
        />
      </div>
      <Suspense>
        {asked && (
          <UserDialogs
            asked={asked}
            organizationId={state.filter.organizationId}
            onAsk={setAsked}
            // a dialog that was followed by another leaves that one open
            onClose={() => setAsked((now) => (now === asked ? undefined : now))}
          />
        )}
      </Suspense>
    </div>
  )
}

interface SideProps {
  readonly chosen: number | undefined
  readonly onChoose: (organizationId: number | undefined) => void
}

/** Always open on a desktop; on a phone it unfolds above the list. */
function Side({ chosen, onChoose }: SideProps): ReactNode {
  const t = useText()
  const isMobile = useIsMobile()
  const { data = [] } = useData(organizations.tree, {}, rarelyChanges)
  const name = flatten(data).find(({ node }) => node.id === chosen)?.node.name
  return (
    <details key={String(isMobile)} className={css.tree} open={!isMobile}>
      <summary {...(!isMobile && { tabIndex: -1 })}>
        {t('tree.title')}
        <span>{name ?? t('tree.all')}</span>
      </summary>
      <Suspense fallback={<div className={css.treeBody} aria-busy="true" />}>
        <OrganizationTree chosen={chosen} onChoose={onChoose} />
      </Suspense>
    </details>
  )
}

function useFields() {
  const t = useText()
  const mayChoose = useMay()(roles.choices)
  const { data = [] } = useData(roles.choices, {}, { ...rarelyChanges, enabled: mayChoose })
  return [
    { kind: 'text', name: 'name', label: t('name') },
    { kind: 'text', name: 'phone', label: t('phone') },
    { kind: 'multi', name: 'roleIds', label: t('roles'), options: data.map(choiceOf) },
    {
      kind: 'select',
      name: 'status',
      label: t('status'),
      width: 110,
      options: [
        { value: 1, label: t('status.1') },
        { value: 0, label: t('status.0') },
      ],
    },
  ] as const
}
