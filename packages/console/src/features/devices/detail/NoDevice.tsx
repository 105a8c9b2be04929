import type { ReactNode } from 'react'
import { Missing } from '../../../ui/detail/Detail.tsx'
import { listPath } from '../links.ts'
import { useText } from '../text.ts'

/** Unknown, deleted and foreign look the same: who may not see a device learns nothing of it. */
export function NoDevice({ isLinkWrong = false }: { readonly isLinkWrong?: boolean }): ReactNode {
  const t = useText()
  return (
    <Missing
      title={t('detail.notFound')}
      said={isLinkWrong ? t('detail.noId') : t('detail.notFoundHint')}
      back={{ to: listPath, text: t('detail.back') }}
    />
  )
}
