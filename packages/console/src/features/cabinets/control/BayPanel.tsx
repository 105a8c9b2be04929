import type { Bay } from '@wattkeeper/contracts/api/cabinets'
import { commands } from '@wattkeeper/contracts/api/commands'
import type { Device } from '@wattkeeper/contracts/api/devices'
import { bayControls, lightByState, ofBay } from '@wattkeeper/contracts/link'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { type ReactNode, useId, useState } from 'react'
import { useCommandSwitch, useCommands } from '../../../api/commands.ts'
import { useAction } from '../../../api/queries.ts'
import { CommandState } from '../../../ui/command/CommandState.tsx'
import { ConfirmBox } from '../../../ui/form/ConfirmBox.tsx'
import { Lamp } from '../../../ui/lamp/Lamp.tsx'
import { lights } from '../../../ui/lamp/lights.ts'
import { isDisabled } from '../picture/bay-state.ts'
import { useText } from '../text.ts'
import css from './control.module.css'

interface Props {
  readonly device: Device
  readonly bay: Bay
}

/** What is asked before the bay is worked on. */
type Asking = { readonly kind: 'open' } | { readonly kind: 'enabled'; readonly value: 0 | 1 }

function useBay({ device, bay: { bay, values } }: Props) {
  const known = useCommands(device.id)
  const { run } = useAction(commands.control, { quiet: true })
  const send = async (control: string, value: number) => {
    const paramList = [{ id: ofBay(control, bay), value }]
    const queued = await run({ devType: device.equipTypeId, devId: device.id, paramList })
    known.refresh()
    return queued
  }
  const enabled = useCommandSwitch({
    actual: isDisabled(values) ? 0 : 1,
    commands: known,
    send: (value) => send(bayControls.enabled, value),
  })
  const ids = Object.values(bayControls).map((control) => `set:${ofBay(control, bay)}`)
  const last = known.rows.find(({ signals }) => signals.some((signal) => ids.includes(signal)))
  return { send, enabled, last }
}

/** One bay's controls, with the way of the last command. */
export function BayPanel(props: Props): ReactNode {
  const { device, bay } = props
  const t = useText()
  const { send, enabled, last } = useBay(props)
  const [asking, setAsking] = useState<Asking>()
  const name = { code: device.code, bay: bay.bay }
  return (
    <section className={css.panel} aria-label={t('bay.name', name)}>
      <h3>{t('bay.name', name)}</h3>
      <div className={css.controls}>
        <Button type="primary" onClick={() => setAsking({ kind: 'open' })}>
          {t('control.open')}
        </Button>
        <label>
          <Switch
            checked={enabled.value === 1}
            loading={enabled.isMoving}
            onChange={(on) => setAsking({ kind: 'enabled', value: on ? 1 : 0 })}
          />
          {t('control.enabled')}
        </label>
        <LightField onPick={(light) => void send(bayControls.light, light).catch(() => undefined)} />
      </div>
      <div className={css.last}>
        <span>{t('control.state')}</span>
        {last ? <CommandState command={last} /> : t('control.none')}
      </div>
      {asking?.kind === 'open' && (
        <ConfirmBox
          okText={t('control.open')}
          onConfirm={() => send(bayControls.open, 1)}
          onClose={() => setAsking(undefined)}
        >
          {t('control.open.ask', name)}
        </ConfirmBox>
      )}
      {asking?.kind === 'enabled' && (
        <ConfirmBox onConfirm={() => enabled.move(asking.value)} onClose={() => setAsking(undefined)}>
          {t(asking.value === 1 ? 'control.enable.ask' : 'control.disable.ask', name)}
        </ConfirmBox>
      )}
    </section>
  )
}

/** Chooses a light and sends it at once; the field itself keeps nothing, the picture shows what came of it. */
function LightField({ onPick }: { readonly onPick: (light: number) => void }): ReactNode {
  const t = useText()
  const id = useId()
  return (
    <label htmlFor={id} title={t('control.light.hint')}>
      {t('control.light')}
      <Select<number>
        id={id}
        className={css.light}
        value={null}
        placeholder={t('control.light.hint')}
        onChange={onPick}
        options={[
          { value: lightByState, label: t('light.byState') },
          ...lights.map((light) => ({ value: light, label: <Lamp light={light} isNamed /> })),
        ]}
      />
    </label>
  )
}
