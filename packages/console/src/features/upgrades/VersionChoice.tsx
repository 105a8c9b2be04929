import { type PartVersion, deviceVersions } from '@wattkeeper/contracts/api/device-versions'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { compareVersions } from '@wattkeeper/contracts/kit'
import Alert from 'antd/es/alert'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import type { DeviceDialogProps } from '../../api/device-dialogs.ts'
import { useAction, useData } from '../../api/queries.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { Confirmation } from './Confirmation.tsx'
import { VersionList } from './VersionList.tsx'
import type { BoardState } from './boards.ts'
import { useText } from './text.ts'
import { usePartName } from './usePartName.ts'
import css from './upgrades.module.css'

interface Props extends DeviceDialogProps {
  readonly board: BoardState
}

/** Which version a board gets: the newest release, unless somebody chooses another. */
export function VersionChoice({ device, board, onClose }: Props): ReactNode {
  const t = useText()
  const partName = usePartName()
  const { part } = board
  const { partType, addrId, currSwVersion } = part
  const { data, failure } = useData(
    deviceVersions.ofPart,
    { equipId: device.id, partType, addrId },
    { quiet: true, staleTimeMs: 0 },
  )
  const [chosenId, setChosenId] = useState<number>()
  const [isAsking, setAsking] = useState(false)
  const offered = data ?? []
  const chosen =
    offered.find(({ versionId }) => versionId === (chosenId ?? part.versionId)) ??
    offered.find(({ isRelease }) => isRelease)
  return (
    <Modal
      open
      centered
      title={t('choose.title', { part: partName(part) })}
      okText={t('upgrade')}
      okButtonProps={{ disabled: !chosen }}
      onOk={() => setAsking(true)}
      onCancel={onClose}
    >
      <p className={css.hint}>{t('choose.current', { version: currSwVersion ?? t('unreported') })}</p>
      {failure && <Alert type="error" showIcon title={failure.message} />}
      {!data && !failure && <Waiting />}
      {data && <VersionList versions={data} chosen={chosen} board={part} onChoose={setChosenId} />}
      {isAsking && chosen && (
        <Ask device={device} chosen={chosen} onOrdered={onClose} onClose={() => setAsking(false)} />
      )}
    </Modal>
  )
}

interface AskProps extends DeviceDialogProps {
  readonly chosen: PartVersion
  readonly onOrdered: () => void
}

function Ask({ device, chosen, onOrdered, onClose }: AskProps): ReactNode {
  const t = useText()
  const partName = usePartName()
  const send = useAction(upgrades.send, { alsoRefresh: ['deviceVersions'] })
  const { versionId, version, addrId, isRelease, currSwVersion } = chosen
  if (versionId === null || version === null) return null
  const against = currSwVersion === null ? 1 : compareVersions(version, currSwVersion)
  return (
    <Confirmation
      order={(insist) =>
        send.run({
          equipId: device.id,
          versionId,
          addrId,
          ...((insist || against === 0) && { insist: true }),
        })
      }
      onOrdered={onOrdered}
      onClose={onClose}
    >
      <p>{t('one.confirm', { code: device.code, part: partName(chosen), version })}</p>
      {isRelease === false && <p>{t('one.test')}</p>}
      {against === 0 && <p>{t('one.same')}</p>}
      {against < 0 && <p>{t('one.older', { version: currSwVersion ?? '' })}</p>}
    </Confirmation>
  )
}
