import { type Advert, adverts } from '@wattkeeper/contracts/api/adverts'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Descriptions from 'antd/es/descriptions'
import Modal from 'antd/es/modal'
import Skeleton from 'antd/es/skeleton'
import { type ReactNode, useEffect, useState } from 'react'
import { fetchBlob } from '../../api/blob.ts'
import { Picture } from './Picture.tsx'
import { useRangeText } from './advert-columns.tsx'
import { useText } from './text.ts'

interface Props {
  readonly advert: Advert
  readonly onClose: () => void
}

/** An advertisement to look at: nothing of it can be changed. */
export function AdvertView({ advert, onClose }: Props): ReactNode {
  const t = useText()
  const rangeText = useRangeText()
  const { adName, fileMame, contentType, screens, screensOn } = advert
  return (
    <Modal
      open
      width={640}
      title={t('view.title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Preview id={advert.id} type={contentType} name={adName} />
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'name', label: t('adName'), children: adName },
          { key: 'range', label: t('range'), children: rangeText(advert) },
          { key: 'file', label: t('file'), children: fileMame },
          {
            key: 'screens',
            label: t('screens'),
            children: t('screens.on', { on: screensOn, all: screens }),
          },
        ]}
      />
    </Modal>
  )
}

interface PreviewProps {
  readonly id: number
  readonly type: string
  readonly name: string
}

/** The uploaded bytes; a preview that does not come says so in its place and nowhere else. */
function Preview({ id, type, name }: PreviewProps): ReactNode {
  const t = useText()
  const [shown, setShown] = useState<string | false>()
  useEffect(() => {
    const controller = new AbortController()
    let made: string | undefined
    fetchBlob(adverts.preview, { adId: id }, { signal: controller.signal })
      .then((blob) => {
        if (controller.signal.aborted) return
        made = URL.createObjectURL(blob)
        setShown(made)
      })
      .catch(() => controller.signal.aborted || setShown(false))
    return () => {
      controller.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [id])
  if (shown === undefined) return <Skeleton active />
  if (shown === false) return <Alert type="warning" showIcon title={t('preview.failed')} />
  return <Picture address={shown} type={type} name={name} />
}
