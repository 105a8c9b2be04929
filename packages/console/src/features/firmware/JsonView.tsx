import { type SoftwareVersion, firmware } from '@wattkeeper/contracts/api/firmware'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { notify } from '../../api/notices.ts'
import { useData } from '../../api/queries.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { useText } from './text.ts'
import { useNameOf } from './useNameOf.ts'
import css from './firmware.module.css'

interface Props {
  readonly version: SoftwareVersion
  readonly onClose: () => void
}

const indent = 2

/** The order that a device would get, to read and to copy. */
export function JsonView({ version, onClose }: Props): ReactNode {
  const t = useText()
  const { data, failure } = useData(
    firmware.upgradeJson,
    { versionId: version.id },
    { quiet: true, staleTimeMs: 0 },
  )
  const json = data && JSON.stringify(data, null, indent)
  const copy = () => {
    if (json) void navigator.clipboard.writeText(json).then(() => notify.success(t('json.copied')))
  }
  return (
    <Modal
      open
      width={680}
      title={t('json.title', { name: useNameOf(version) })}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('close')}
        </Button>,
        <Button key="copy" type="primary" disabled={!json} onClick={copy}>
          {t('json.copy')}
        </Button>,
      ]}
    >
      <p className={css.hint}>{t('json.hint')}</p>
      {failure && <Alert type="error" showIcon title={failure.message} />}
      {json && (
        <pre className={css.json} tabIndex={0}>
          {json}
        </pre>
      )}
      {!json && !failure && <Waiting />}
    </Modal>
  )
}
