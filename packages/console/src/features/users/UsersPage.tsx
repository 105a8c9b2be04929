import { organizations } from '@wattkeeper/contracts/api/organizations'
import { roles } from '@wattkeeper/contracts/api/roles'
import { users } from '@wattkeeper/contracts/api/users'
import { type ReactNode, Suspense, lazy } from 'react'
import { choiceOf, rarelyChanges } from '../../api/choices.ts'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { flatten } from '../../ui/tree/keep-matching.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useIsMobile } from '../../ui/useIsMobile.ts'
import { UserActions } from './UserActions.tsx'
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
  const { asked, ask, close } = useAsked<Asked>()
  const { organizationId } = state.filter
  return (
    <div className={css.split}>
      <Side chosen={organizationId} onChoose={(chosen) => state.set({ organizationId: chosen })} />
      <div>
        <ListView
          screen="users"
          label={t('list')}
          state={state}
          list={list}
          fields={useFields()}
          columns={useUserColumns()}
          rowActions={{ width: 152, render: (user) => <UserActions user={user} onAsk={ask} /> }}
          add={<AddButton use={users.create} onClick={() => ask({ kind: 'add' })} />}
        >
          {asked && <UserDialogs asked={asked} organizationId={organizationId} onAsk={ask} onClose={close} />}
        </ListView>
      </div>
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
