import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { useUiText } from '../text.ts'

interface Props {
  readonly children: ReactNode
  readonly title?: string
  readonly okText?: string
  readonly cancelText?: string
  readonly isDanger?: boolean
  /** What must be typed before the button works: for what cannot be undone and touches many. */
  readonly mustType?: string
  /** False while what it asks about is not known yet. */
  readonly canConfirm?: boolean
  readonly width?: number
  /** The box stays open while it runs and when it fails. */
  readonly onConfirm: () => unknown
  readonly onClose: () => void
}

/** Asks before something happens; the safe button has the focus. */
export function ConfirmBox(props: Props): ReactNode {
  const { children, title, okText, cancelText, isDanger = false, mustType, onConfirm, onClose } = props
  const t = useUiText()
  const [isRunning, setRunning] = useState(false)
  const [typed, setTyped] = useState('')
  const confirm = async () => {
    setRunning(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // whoever ran it has shown why
      setRunning(false)
    }
  }
  const isLocked = props.canConfirm === false || (mustType !== undefined && typed !== mustType)
  return (
    <Modal
      open
      centered
      width={props.width ?? 420}
      title={title ?? t('confirm.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" autoFocus={mustType === undefined} onClick={onClose}>
          {cancelText ?? t('cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          danger={isDanger}
          loading={isRunning}
          disabled={isLocked}
          onClick={() => void confirm()}
        >
          {okText ?? t('ok')}
        </Button>,
      ]}
    >
      <div>{children}</div>
      {mustType !== undefined && (
        <label>
          {t('delete.type', { name: mustType })}
          <Input autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
      )}
    </Modal>
  )
}
