import { useState } from 'react'

/** What makes a calendar that has just come stand open; `onClose` when it is put away. */
export function useOpenedAtOnce(onClose: () => void) {
  const [open, setOpen] = useState(true)
  const onOpenChange = (next: boolean) => {
    setOpen(next)
    if (!next) onClose()
  }
  return { autoFocus: true, open, onOpenChange }
}
