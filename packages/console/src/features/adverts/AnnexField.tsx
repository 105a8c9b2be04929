import { adverts, mostAdvertBytes } from '@wattkeeper/contracts/api/adverts'
import Button from 'antd/es/button'
import { type ReactNode, useEffect } from 'react'
import { notify } from '../../api/notices.ts'
import { useUpload } from '../../api/useTransfer.ts'
import { FileDrop } from '../../ui/upload/FileDrop.tsx'
import { UploadProgress } from '../../ui/upload/UploadProgress.tsx'
import { bytes } from '../../ui/upload/bytes.ts'
import { Picture } from './Picture.tsx'
import { useText } from './text.ts'
import css from './adverts.module.css'

/** A file that the platform holds for an advertisement. */
export interface Annex {
  readonly url: string
  readonly name: string
  readonly file: File
  /** Of the file in this browser, until the field lets go of it. */
  readonly shown: string
}

interface Props {
  readonly annex: Annex | undefined
  readonly onChange: (annex: Annex | undefined) => void
}

/** One file, uploaded as soon as it is chosen. */
export function AnnexField({ annex, onChange }: Props): ReactNode {
  const t = useText()
  const { start, cancel, progress } = useUpload(adverts.uploadAnnex)
  const limit = bytes(mostAdvertBytes)
  const shown = annex?.shown
  useEffect(() => {
    if (shown === undefined) return
    return () => URL.revokeObjectURL(shown)
  }, [shown])
  const pick = async (file: File) => {
    if (annex || progress) return notify.warning(t('onlyOne'))
    if (file.size > mostAdvertBytes) return notify.error(t('tooLarge', { size: limit }))
    try {
      const url = await start(file, {})
      if (url !== undefined) onChange({ url, name: file.name, file, shown: URL.createObjectURL(file) })
    } catch {
      // useUpload has said why; another file may be chosen
    }
  }
  return (
    <div className={css.annex}>
      <FileDrop
        label={t('drop')}
        hint={t('drop.hint', { size: limit })}
        accept=".png,.jpg,.jpeg,.gif,.webp,.mp4"
        onPick={(file) => void pick(file)}
      />
      {progress && <UploadProgress progress={progress} checking={t('checking')} onCancel={cancel} />}
      {annex && (
        <div className={css.kept}>
          <Picture address={annex.shown} type={annex.file.type} name={annex.name} />
          <span>
            {annex.name} · {bytes(annex.file.size)}
          </span>
          <Button size="small" onClick={() => onChange(undefined)}>
            {t('dropped.remove')}
          </Button>
        </div>
      )}
    </div>
  )
}
