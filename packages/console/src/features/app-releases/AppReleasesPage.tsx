import { type AppRelease, appPlatforms, appReleases } from '@wattkeeper/contracts/api/app-releases'
import { apps } from '@wattkeeper/contracts/public-pages'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { appName } from './app-name.ts'
import { useColumns } from './release-columns.tsx'
import { useText } from './text.ts'

const ReleaseForm = lazy(async () => ({ default: (await import('./ReleaseForm.tsx')).ReleaseForm }))
const ConfirmDelete = lazy(async () => ({
  default: (await import('../../ui/form/ConfirmDelete.tsx')).ConfirmDelete,
}))

const codecs = { appCode: as.text, platform: as.oneOf(...appPlatforms) } as const

type Asked = { readonly kind: 'form' } | { readonly kind: 'remove'; readonly release: AppRelease }

/** What the download pages offer, version by version. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(appReleases.list, { ...state.filter, ...state.paging }, { quiet: true })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Can use={appReleases.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form' })}>
        {t('add')}
      </Button>
    </Can>
  )
  const columns = useColumns((release) => setAsked({ kind: 'remove', release }))
  return (
    <>
      <FilterBar
        state={state}
        fields={[
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
        ]}
      />
      <DataTable
        screen="app-releases"
        label={t('list')}
        hasIndex
        columns={columns}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {asked?.kind === 'form' && <ReleaseForm onClose={close} />}
        {asked?.kind === 'remove' && <Remove release={asked.release} onClose={close} />}
      </Suspense>
    </>
  )
}

interface RemoveProps {
  readonly release: AppRelease
  readonly onClose: () => void
}

function Remove({ release, onClose }: RemoveProps): ReactNode {
  const t = useText()
  const remove = useAction(appReleases.remove)
  const { id, appCode, platform, version, isNewest } = release
  return (
    <ConfirmDelete
      kind={t('kind')}
      name={`${appName(appCode)} ${t(platform)} ${version}`}
      {...(isNewest && { said: t('removeSaid') })}
      onConfirm={() => remove.run({ id })}
      onClose={onClose}
    />
  )
}
