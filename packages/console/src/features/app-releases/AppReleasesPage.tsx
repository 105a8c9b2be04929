import { type AppRelease, appPlatforms, appReleases } from '@wattkeeper/contracts/api/app-releases'
import { apps } from '@wattkeeper/contracts/public-pages'
import { type ReactNode, lazy } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import type { FilterField } from '../../ui/filter/fields.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { type FilterOf, as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { appName } from './app-name.ts'
import { useColumns } from './release-columns.tsx'
import { useText } from './text.ts'

const ReleaseForm = lazy(async () => ({ default: (await import('./ReleaseForm.tsx')).ReleaseForm }))

const codecs = { appCode: as.text, platform: as.oneOf(...appPlatforms) } as const

type Asked = { readonly kind: 'form' } | { readonly kind: 'remove'; readonly release: AppRelease }

/** What the download pages offer, version by version. */
export function Page(): ReactNode {
  const t = useText()
  const may = useMay()
  const state = useUrlState(codecs)
  const list = useData(appReleases.list, { ...state.filter, ...state.paging }, { quiet: true })
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (release: AppRelease) => <RemoveButton onClick={() => ask({ kind: 'remove', release })} />
  return (
    <ListView
      screen="app-releases"
      label={t('list')}
      state={state}
      list={list}
      fields={useFields()}
      columns={useColumns()}
      rowActions={may(appReleases.remove) ? { width: 90, render: buttons } : undefined}
      add={
        <AddButton use={appReleases.create} onClick={() => ask({ kind: 'form' })}>
          {t('add')}
        </AddButton>
      }
    >
      {asked?.kind === 'form' && <ReleaseForm onClose={close} />}
      {asked?.kind === 'remove' && <Remove release={asked.release} onClose={close} />}
    </ListView>
  )
}

function useFields(): readonly FilterField<FilterOf<typeof codecs>>[] {
  const t = useText()
  return [
    {
      kind: 'select',
      name: 'appCode',
      label: t('app'),
      options: apps.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      kind: 'select',
      name: 'platform',
      label: t('platform'),
      options: appPlatforms.map((value) => ({ value, label: t(value) })),
    },
  ]
}

interface RemoveProps {
  readonly release: AppRelease
  readonly onClose: () => void
}

function Remove({ release, onClose }: RemoveProps): ReactNode {
  const t = useText()
  const { id, appCode, platform, version, isNewest } = release
  return (
    <ConfirmDelete
      route={appReleases.remove}
      input={{ id }}
      kind={t('kind')}
      name={`${appName(appCode)} ${t(platform)} ${version}`}
      said={isNewest ? t('removeSaid') : undefined}
      onClose={onClose}
    />
  )
}
