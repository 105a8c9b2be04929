import { type DeviceWithSecret, devices } from '@wattkeeper/contracts/api/devices'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { asFailure } from '../../../api/failure.ts'
import { useDownload, useUpload } from '../../../api/useTransfer.ts'
import { ConfirmBox } from '../../../ui/form/ConfirmBox.tsx'
import { bytes } from '../../../ui/upload/bytes.ts'
import { FileDrop } from '../../../ui/upload/FileDrop.tsx'
import { UploadProgress } from '../../../ui/upload/UploadProgress.tsx'
import { useText } from '../text.ts'
import { ImportErrors, ImportSecrets } from './ImportOutcome.tsx'
import { type RowError, rowErrors } from './import-errors.ts'
import css from './dialogs.module.css'

const extension = '.xlsx'
const { maxBytes } = devices.importAll

/** Imports devices from a sheet: all of them or none, with the reasons row by row. */
export function DeviceImport({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const [made, setMade] = useState<readonly DeviceWithSecret[]>()
  const [areSaved, setSaved] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const mustKeep = made !== undefined && made.length > 0 && !areSaved
  const close = () => (mustKeep ? setLeaving(true) : onClose())
  return (
    <Modal
      open
      width={640}
      title={t('import.title')}
      onCancel={close}
      mask={{ closable: false }}
      footer={<Button onClick={close}>{t('import.close')}</Button>}
    >
      {made ? <ImportSecrets made={made} onSaved={() => setSaved(true)} /> : <ImportFile onMade={setMade} />}
      {isLeaving && made && (
        <ConfirmBox
          isDanger
          title={t('import.leaveTitle')}
          okText={t('import.leave')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          {t('import.leaveText', { count: made.length })}
        </ConfirmBox>
      )}
    </Modal>
  )
}

interface FileProps {
  readonly onMade: (made: readonly DeviceWithSecret[]) => void
}

function ImportFile({ onMade }: FileProps): ReactNode {
  const t = useText()
  const template = useDownload(devices.importTemplate)
  const { start, cancel, progress } = useUpload(devices.importAll)
  const [file, setFile] = useState<File>()
  const [refused, setRefused] = useState<string>()
  const [errors, setErrors] = useState<readonly RowError[]>([])
  const pick = (next: File) => {
    setErrors([])
    const isSheet = next.name.toLowerCase().endsWith(extension)
    const size = { size: bytes(maxBytes) }
    setRefused(
      isSheet ? (next.size > maxBytes ? t('import.tooLarge', size) : undefined) : t('import.wrongKind'),
    )
    setFile(isSheet && next.size <= maxBytes ? next : undefined)
  }
  const send = async (chosen: File) => {
    setFile(undefined)
    try {
      const answer = await start(chosen, {})
      if (answer) onMade(answer.devices)
    } catch (thrown) {
      const failure = asFailure(thrown)
      setErrors(rowErrors(failure.errors))
      if (failure.errors.length === 0) setRefused(failure.message)
    }
  }
  return (
    <>
      <p className={css.steps}>
        {t('import.steps')}{' '}
        <Button type="link" size="small" loading={template.isRunning} onClick={() => void template.start({})}>
          {t('import.template')}
        </Button>
      </p>
      {progress ? (
        <UploadProgress progress={progress} checking={t('import.checking')} onCancel={cancel} />
      ) : (
        <FileDrop
          label={t('import.drop')}
          hint={t('import.limit', { size: bytes(maxBytes) })}
          accept={extension}
          onPick={pick}
        />
      )}
      {refused && <Alert type="error" showIcon title={refused} />}
      {errors.length > 0 && <ImportErrors errors={errors} />}
      {file && (
        <ConfirmBox
          title={t('import.confirmTitle', { file: file.name })}
          okText={t('import.start')}
          onConfirm={() => void send(file)}
          onClose={() => setFile(undefined)}
        >
          {t('import.confirmText')}
        </ConfirmBox>
      )}
    </>
  )
}
