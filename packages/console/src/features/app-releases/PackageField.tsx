import { type AppPackage, appReleases } from '@wattkeeper/contracts/api/app-releases'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import { useUpload } from '../../api/useTransfer.ts'
import { FileDrop } from '../../ui/upload/FileDrop.tsx'
import { UploadProgress } from '../../ui/upload/UploadProgress.tsx'
import { bytes } from '../../ui/upload/bytes.ts'
import { useText } from './text.ts'
import css from './app-releases.module.css'

interface Props {
  readonly given: AppPackage | undefined
  readonly onGive: (given: AppPackage | undefined) => void
}

const { maxBytes } = appReleases.upload

/** One package: sent at once, so that its size and checksum can be read before it is released. */
export function PackageField({ given, onGive }: Props): ReactNode {
  const t = useText()
  const { start, cancel, progress } = useUpload(appReleases.upload)
  const [refused, setRefused] = useState<string>()
  const leave = useEffectEvent(cancel)
  useEffect(() => () => leave(), [])
  const pick = async (file: File) => {
    setRefused(file.size > maxBytes ? t('tooLarge', { size: bytes(maxBytes) }) : undefined)
    if (file.size > maxBytes) return
    try {
      onGive(await start(file, {}))
    } catch (thrown) {
      setRefused(asFailure(thrown).message)
    }
  }
  return (
    <Form.Item label={t('package')}>
      {progress && <UploadProgress progress={progress} checking={t('checking')} onCancel={cancel} />}
      {!progress && given && <Given given={given} onTake={() => onGive(undefined)} />}
      {!progress && !given && (
        <FileDrop
          label={t('drop')}
          hint={t('limit', { size: bytes(maxBytes) })}
          accept=".apk"
          onPick={(file) => void pick(file)}
        />
      )}
      {refused && <Alert type="error" showIcon title={refused} />}
    </Form.Item>
  )
}

function Given({ given, onTake }: { readonly given: AppPackage; readonly onTake: () => void }): ReactNode {
  const t = useText()
  return (
    <div className={css.given}>
      <strong>{given.fileName}</strong>
      <span>{bytes(given.fileSize)}</span>
      <Button size="small" onClick={onTake}>
        {t('take')}
      </Button>
      <code>{given.sha256}</code>
      {given.packageName !== null && (
        <span>
          {t('said', {
            name: given.packageName,
            version: given.versionName ?? '—',
            code: given.versionCode ?? '—',
          })}
        </span>
      )}
    </div>
  )
}
