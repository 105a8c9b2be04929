import { type Model, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import type { ReactNode } from 'react'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ModelForm } from './ModelForm.tsx'
import { useNameIn } from '../../i18n/i18n.ts'
import { useText } from './text.ts'

export type Asked =
  | { readonly kind: 'form'; readonly model: Model | undefined }
  | { readonly kind: 'remove'; readonly model: Model }

interface Props {
  readonly asked: Asked
  readonly equipTypeId: number | undefined
  readonly onClose: () => void
}

export function ModelDialogs({ asked, equipTypeId, onClose }: Props): ReactNode {
  const t = useText()
  const nameIn = useNameIn()
  if (asked.kind === 'form')
    return <ModelForm model={asked.model} equipTypeId={equipTypeId} onClose={onClose} />
  return (
    <ConfirmDelete
      route={deviceTypeCatalogue.removeModel}
      input={{ id: asked.model.id }}
      kind={t('model')}
      name={nameIn(asked.model)}
      onClose={onClose}
    />
  )
}
