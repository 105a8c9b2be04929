import type { CommandRow, DeviceParam } from '@wattkeeper/contracts/api/commands'
import Button from 'antd/es/button'
import { type ReactNode, useId } from 'react'
import { CommandState } from '../../../ui/command/CommandState.tsx'
import { ParamField } from '../../../ui/param/ParamField.tsx'
import { WrongParam } from '../../../ui/param/WrongParam.tsx'
import { wordsFor, wrongWith } from '../../../ui/param/param-rules.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useText } from '../text.ts'
import css from './params.module.css'

interface Props {
  readonly param: DeviceParam
  /** What somebody entered and has not saved. */
  readonly typed: string | undefined
  readonly command: CommandRow | undefined
  readonly isLocked: boolean
  readonly onType: (value: string | undefined) => void
}

/** The value that counts: entered, on its way to the device, or reported by it. */
const valueOf = ({ value, pending }: DeviceParam, typed: string | undefined): string =>
  typed ?? pending?.value ?? value ?? ''

export function ParamRow({ param, typed, command, isLocked, onType }: Props): ReactNode {
  const t = useText()
  const id = useId()
  const value = valueOf(param, typed)
  const wrong = typed === undefined ? undefined : wrongWith(param, typed.trim())
  return (
    <div className={css.row} data-wide={param.kind === 'digits'} role="group" aria-labelledby={`${id}name`}>
      <div className={css.name} id={`${id}name`}>
        {param.name} <small>{param.id}</small>
      </div>
      <div className={css.field}>
        <ParamField
          param={param}
          id={id}
          value={value}
          isLocked={isLocked}
          isWrong={wrong !== undefined}
          onType={onType}
        />
        {wrong && <WrongParam wrong={wrong} />}
      </div>
      <div className={css.state}>
        <Reported param={param} />
        {typed !== undefined && (
          <Button type="link" size="small" onClick={() => onType(undefined)}>
            {t('params.undo')}
          </Button>
        )}
        {command && <CommandState command={command} />}
      </div>
    </div>
  )
}

/** What the device says, and how old that is. */
function Reported({ param }: Pick<Props, 'param'>): ReactNode {
  const t = useText()
  if (param.value === null || param.reportTime === null) return <span>{t('params.unreported')}</span>
  return (
    <span>
      {t('params.value')}{' '}
      <strong>{param.kind === 'digits' ? param.value : wordsFor(param, param.value)}</strong> ·{' '}
      {t('params.reported')} <Time at={param.reportTime} />
    </span>
  )
}
