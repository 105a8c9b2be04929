import { type Advert, adverts } from '@wattkeeper/contracts/api/adverts'
import { type ReactNode, useRef } from 'react'
import { notify } from '../../api/notices.ts'
import { useAction } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { useText } from './text.ts'

interface Props {
  readonly advert: Advert
  readonly onClose: () => void
}

/** Asks before it deletes, and says when it did not. */
export function RemoveAdvert({ advert, onClose }: Props): ReactNode {
  const t = useText()
  const remove = useAction(adverts.remove)
  const isRemoved = useRef(false)
  const confirm = async () => {
    await remove.run({ id: advert.id })
    isRemoved.current = true
  }
  const close = () => {
    if (!isRemoved.current) notify.info(t('remove.cancelled'))
    onClose()
  }
  return (
    <ConfirmBox isDanger okText={t('remove')} onConfirm={confirm} onClose={close}>
      <p>{t('remove.said')}</p>
      <p>{t('remove.name', { name: advert.adName })}</p>
    </ConfirmBox>
  )
}
