import { type FirmwareUpload, firmware } from '@wattkeeper/contracts/api/firmware'
import Button from 'antd/es/button'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { notify } from '../../api/notices.ts'
import { useUpload } from '../../api/useTransfer.ts'
import { Tag } from '../../ui/Tag.tsx'
import { FileDrop } from '../../ui/upload/FileDrop.tsx'
import { UploadProgress } from '../../ui/upload/UploadProgress.tsx'
import { bytes } from '../../ui/upload/bytes.ts'
import type { GivenFile } from './given-file.ts'
import { useText } from './text.ts'
import css from './firmware.module.css'

interface Props {
  readonly given: GivenFile | undefined
  readonly purpose: 'create' | 'update'
  readonly onUploaded: (upload: FirmwareUpload) => void
  readonly onRemove: () => void
}

/** One file, sent at once, so that what stands in it can be read before anything is typed. */
export function FileField({ given, purpose, onUploaded, onRemove }: Props): ReactNode {
  const t = useText()
  const { start, cancel, progress } = useUpload(firmware.upload)
  const leave = useEffectEvent(cancel)
  useEffect(() => () => leave(), [])
  const pick = async (file: File) => {
    if (given || progress) return notify.warning(t('onlyOne'))
    try {
      const upload = await start(file, { type: purpose })
      if (upload) onUploaded(upload)
    } catch {
      // useUpload has said why; another file may be chosen
    }
  }
  return (
    <div className={css.file}>
      <FileDrop label={t('drop')} hint={t('drop.hint')} accept="" onPick={(file) => void pick(file)} />
      {progress && <UploadProgress progress={progress} checking={t('checking')} onCancel={cancel} />}
      {given && <Given file={given} onRemove={onRemove} />}
    </div>
  )
}

interface GivenProps {
  readonly file: GivenFile
  readonly onRemove: () => void
}

function Given({ file, onRemove }: GivenProps): ReactNode {
  const t = useText()
  const { fileName, fileSize, md5, format, projectName } = file
  return (
    <div className={css.given}>
      <strong>{fileName}</strong>
      <Tag tone="info">{t(`format.${format}`)}</Tag>
      <span>{bytes(fileSize)}</span>
      <Button size="small" onClick={onRemove}>
        {t('file.remove')}
      </Button>
      <code>MD5 {md5}</code>
      {projectName && <span className={css.project}>{t('file.project', { name: projectName })}</span>}
    </div>
  )
}
