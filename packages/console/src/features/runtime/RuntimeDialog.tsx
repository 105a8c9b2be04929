import { commands } from '@wattkeeper/contracts/api/commands'
import { type Board, catalogue } from '@wattkeeper/contracts/link'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { type DeviceDialogProps, useDialogQuery } from '../../api/device-dialogs.ts'
import { useMay } from '../../api/profile.tsx'
import { useLanguage } from '../../i18n/i18n.ts'
import { CommandLog } from '../../ui/command/CommandLog.tsx'
import { OnlineDot } from '../../ui/OnlineDot.tsx'
import { FittingTabs } from '../../ui/tabs/FittingTabs.tsx'
import { dateTime } from '../../ui/time/format.ts'
import { usePlatformZone } from '../../ui/time/zone.ts'
import { useIsMobile } from '../../ui/useIsMobile.ts'
import { BoardData } from './data/BoardData.tsx'
import { RangeTools } from './data/RangeTools.tsx'
import { tabsOf } from './tabs.ts'
import { useText } from './text.ts'
import { Uploads } from './uploads/Uploads.tsx'
import { useUploads } from './uploads/useUploads.ts'
import css from './runtime.module.css'

const width = 1200
const fullScreen = { width: '100vw', className: css.full, classNames: { container: css.whole } }

/** What a device measured, board by board; how often it reports; and the commands it was sent. */
export function Dialog({ device, onClose }: DeviceDialogProps): ReactNode {
  const t = useText()
  const [isFull, setFull] = useState(false)
  const isMobile = useIsMobile()
  const uploads = useUploads(device)
  const { get, change } = useDialogQuery()
  const items = useTabs(device, uploads)
  const open = items.find(({ key }) => key === get('tab')) ?? items[0]
  const close = () => {
    uploads.close()
    onClose()
  }
  return (
    <Modal
      open
      title={<Title device={device} isFull={isFull} onFull={isMobile ? undefined : () => setFull(!isFull)} />}
      {...(isFull || isMobile ? fullScreen : { width, centered: true })}
      footer={null}
      keyboard={false}
      mask={{ closable: false }}
      onCancel={close}
    >
      <Offline device={device} />
      {open?.isData && <RangeTools />}
      <FittingTabs
        label={t('tabs')}
        items={items.map((item) => ({ ...item, children: <div className={css.panel}>{item.children}</div> }))}
        open={open?.key ?? ''}
        onOpen={(tab) => change({ tab: tab === items[0]?.key ? undefined : tab })}
      />
    </Modal>
  )
}

interface Tab {
  readonly key: string
  readonly label: string
  readonly isData: boolean
  readonly children: ReactNode
}

type Device = DeviceDialogProps['device']

function useTabs(device: Device, uploads: ReturnType<typeof useUploads>): readonly Tab[] {
  const t = useText()
  const may = useMay()
  const language = useLanguage()
  const ofBoard = (board: Board): Tab => ({
    key: board,
    label: catalogue[board][language],
    isData: true,
    children: <BoardData device={device} board={board} />,
  })
  const ofCommands: readonly Tab[] = [
    {
      key: 'upload',
      label: t('tab.upload'),
      isData: false,
      children: <Uploads device={device} uploads={uploads} />,
    },
    {
      key: 'log',
      label: t('tab.log'),
      isData: false,
      children: <CommandLog deviceId={device.id} height={400} />,
    },
  ]
  return [...tabsOf(device.equipTypeId).map(ofBoard), ...(may(commands.log) ? ofCommands : [])]
}

interface TitleProps {
  readonly device: Device
  readonly isFull: boolean
  readonly onFull: (() => void) | undefined
}

function Title({ device, isFull, onFull }: TitleProps): ReactNode {
  const t = useText()
  return (
    <div className={css.title}>
      <span>{t('title', { code: device.code })}</span>
      <OnlineDot isOnline={device.isOnline} />
      {onFull && (
        <Button size="small" aria-pressed={isFull} onClick={onFull}>
          {isFull ? t('leaveFullScreen') : t('fullScreen')}
        </Button>
      )}
    </div>
  )
}

function Offline({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  if (device.isOnline === 1 || device.lastOfflineTime === null) return null
  const since = dateTime(Date.parse(device.lastOfflineTime), zone)
  return (
    <p className={css.banner} role="status">
      {t('offline', { since })}
    </p>
  )
}
