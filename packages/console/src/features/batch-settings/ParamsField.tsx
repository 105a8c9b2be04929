import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import { FormItemInputContext } from 'antd/es/form/context'
import { type ReactNode, useId } from 'react'
import { ParamField } from '../../ui/param/ParamField.tsx'
import { WrongParam } from '../../ui/param/WrongParam.tsx'
import { type ParamShape, wrongWith } from '../../ui/param/param-rules.ts'
import { type Setting, endpointId } from './batch-rules.ts'
import { useText } from './text.ts'
import css from './batch.module.css'

interface Props {
  readonly id?: string
  readonly value?: readonly Setting[]
  readonly onChange?: (settings: readonly Setting[]) => void
  readonly shapes: readonly ParamShape[]
}

const noStatus = {}

/** Every parameter with a tick; what is ticked has a field, and is set. */
export function ParamsField({ id, value = [], onChange, shapes }: Props): ReactNode {
  const { status } = Form.Item.useStatus()
  const valueOf = (shape: ParamShape) => value.find((setting) => setting.id === shape.id)?.value
  const set = (shape: ParamShape, next: string | undefined) => {
    const others = value.filter((setting) => setting.id !== shape.id)
    onChange?.(next === undefined ? others : [...others, { id: shape.id, value: next }])
  }
  return (
    <div id={id} className={css.params} tabIndex={-1}>
      {/* one wrong parameter must not colour the fields of all */}
      <FormItemInputContext value={noStatus}>
        {shapes.map((shape) => (
          <Row
            key={shape.id}
            shape={shape}
            value={valueOf(shape)}
            isJudged={status === 'error'}
            onChange={(next) => set(shape, next)}
          />
        ))}
      </FormItemInputContext>
    </div>
  )
}

interface RowProps {
  readonly shape: ParamShape
  readonly value: string | undefined
  /** What is empty is wrong only after somebody wanted to send it. */
  readonly isJudged: boolean
  readonly onChange: (value: string | undefined) => void
}

function Row({ shape, value, isJudged, onChange }: RowProps): ReactNode {
  const t = useText()
  const id = useId()
  const isTicked = value !== undefined
  const wrong = isTicked && (value !== '' || isJudged) ? wrongWith(shape, value.trim()) : undefined
  const isWrong = wrong !== undefined && (isJudged || shape.kind !== 'digits')
  return (
    <div className={css.param} role="group" aria-label={shape.name} data-ticked={isTicked}>
      <Checkbox checked={isTicked} onChange={({ target }) => onChange(target.checked ? '' : undefined)}>
        {shape.name} <small>{shape.id}</small>
      </Checkbox>
      {isTicked && (
        <div className={css.entry}>
          <ParamField
            param={shape}
            id={id}
            value={value}
            isLocked={false}
            isWrong={isWrong}
            onType={onChange}
          />
          {isWrong && <WrongParam wrong={wrong} />}
          {shape.id === endpointId && <p className={css.warning}>{t('endpoint.said')}</p>}
        </div>
      )}
    </div>
  )
}
