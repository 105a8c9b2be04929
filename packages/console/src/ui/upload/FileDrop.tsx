import { type DragEvent, type ReactNode, useId, useState } from 'react'
import css from './upload.module.css'

interface Props {
  readonly label: string
  readonly hint: string
  /** As the file input takes it: `.xlsx`. */
  readonly accept: string
  readonly onPick: (file: File) => void
}

/** A place to click or to drop one file on; reached by the keyboard like any file field. */
export function FileDrop({ label, hint, accept, onPick }: Props): ReactNode {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const pick = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onPick(file)
  }
  const hover = (event: DragEvent, next: boolean) => {
    event.preventDefault()
    setOver(next)
  }
  return (
    <label
      htmlFor={id}
      className={css.drop}
      data-over={isOver}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false)
        pick(event.dataTransfer.files)
      }}
    >
      <input
        id={id}
        className="wk-visually-hidden"
        type="file"
        accept={accept}
        onChange={(event) => {
          pick(event.target.files)
          // the same file, corrected, is picked again
          event.target.value = ''
        }}
      />
      <strong>{label}</strong>
      <span>{hint}</span>
    </label>
  )
}
