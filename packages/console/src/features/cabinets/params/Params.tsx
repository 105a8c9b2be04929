import { commands } from '@wattkeeper/contracts/api/commands'
import type { Device } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import { type ReactNode, useEffect, useState } from 'react'
import { useCommands } from '../../../api/commands.ts'
import { useMay } from '../../../api/profile.tsx'
import { useAction, useData } from '../../../api/queries.ts'
import { ConfirmBox } from '../../../ui/form/ConfirmBox.tsx'
import { wordsFor, wrongWith } from '../../../ui/param/param-rules.ts'
import { useText } from '../text.ts'
import { ParamRow } from './ParamRow.tsx'
import { type Change, changesIn } from './changes.ts'
import css from './params.module.css'

interface Props {
  readonly device: Device
  readonly onDirty: (isDirty: boolean) => void
}

/** A device that reads its parameters back says so in its own time. */
const readEveryMs = 10_000

/** Each change goes as a command of its own, so that each parameter has a state of its own, one after the other. */
function useSaving(device: Device, onSent: (id: string) => void) {
  const { run } = useAction(commands.setParams, { quiet: true })
  return async (changes: readonly Change[]) => {
    for (const { param, value } of changes) {
      await run({ equipId: device.id, entitys: [{ id: param.id, value }] })
      onSent(param.id)
    }
  }
}

/** Every parameter with what the device reports, a field to change it, and the way of the last change. */
export function Params({ device, onDirty }: Props): ReactNode {
  const t = useText()
  const may = useMay()
  const read = useData(commands.params, { equipId: device.id }, { live: ['commands'], pollMs: readEveryMs })
  const known = useCommands(device.id)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setAsking] = useState(false)
  const type = (id: string, value: string | undefined) =>
    setTyped(({ [id]: _, ...others }) => (value === undefined ? others : { ...others, [id]: value }))
  const save = useSaving(device, (id) => type(id, undefined))
  const params = read.data ?? []
  const changes = changesIn(params, typed)
  const isDirty = changes.length > 0
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  if (read.data?.length === 0) return <p>{t('params.empty')}</p>
  const isAway = device.isOnline === 0
  const isWrong = changes.some(({ param, value }) => wrongWith(param, value) !== undefined)
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !isWrong && !isAway) setAsking(true)
      }}
    >
      {isAway && (
        <p className={css.warning} role="status">
          {t('params.offline')}
        </p>
      )}
      {read.isFirst && <div className={css.wait} role="status" aria-busy />}
      {params.map((param) => (
        <ParamRow
          key={param.id}
          param={param}
          typed={typed[param.id]}
          command={known.latest(`param:${param.id}`)}
          isLocked={!may(commands.setParams) || isAway}
          onType={(value) => type(param.id, value)}
        />
      ))}
      {may(commands.setParams) && !isAway && (
        <div className={css.foot}>
          <Button type="primary" htmlType="submit" disabled={!isDirty || isWrong}>
            {isDirty ? t('params.saveCount', { count: changes.length }) : t('params.save')}
          </Button>
        </div>
      )}
      {isAsking && !isAway && (
        <ConfirmBox onConfirm={() => save(changes)} onClose={() => setAsking(false)}>
          <Question device={device} changes={changes} />
        </ConfirmBox>
      )}
    </form>
  )
}

interface QuestionProps {
  readonly device: Device
  readonly changes: readonly Change[]
}

/** Names the device and each change, and warns where the device would leave the platform. */
function Question({ device, changes }: QuestionProps): ReactNode {
  const t = useText()
  const address = changes.find(({ param }) => param.kind === 'endpoint')
  return (
    <>
      <p>{t('params.ask', { code: device.code })}</p>
      <ul className={css.changes}>
        {changes.map(({ param, value }) => (
          <li key={param.id}>
            {param.name}: <del>{param.value === null ? '—' : wordsFor(param, param.value)}</del> →{' '}
            <strong>{wordsFor(param, value)}</strong>
          </li>
        ))}
      </ul>
      {address && <p className={css.warning}>{t('params.endpointWarning', { value: address.value })}</p>}
    </>
  )
}
