import type { Device } from '@wattkeeper/contracts/api/devices'
import { refusalOf, useDeviceDialogs } from '../../api/device-dialogs.ts'
import { notify } from '../../api/notices.ts'
import { useWords } from '../../i18n/i18n.ts'
import css from './devices.module.css'

/** The More menu's entries for the dialogs of all features; one that refuses says why, and says it again when pressed. */
export function useDialogEntries(device: Device) {
  const said = useWords()
  const { entries, want, open } = useDeviceDialogs(device)
  const items = entries?.map((dialog) => {
    const refusal = refusalOf(dialog, device)
    return {
      key: `dialog ${dialog.key}`,
      label: refusal ? (
        <span className={css.refusing} aria-disabled="true">
          {said(dialog.title)}
          <small>{said(refusal)}</small>
        </span>
      ) : (
        said(dialog.title)
      ),
      onClick: () => (refusal ? notify.warning(said(refusal)) : open(dialog)),
    }
  })
  return { items, want }
}
