import {
  type Model,
  type ModelDetail,
  ModelPartChange,
  deviceTypeCatalogue,
} from '@wattkeeper/contracts/api/device-types'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import Skeleton from 'antd/es/skeleton'
import { type ReactNode, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useNameIn } from '../../i18n/i18n.ts'
import { useText } from './text.ts'
import css from './device-types.module.css'

type Part = ModelDetail['parts'][number]

/** The parts of a model, and the board that carries each. */
export function ModelParts({ model }: { readonly model: Model }): ReactNode {
  const t = useText()
  const nameIn = useNameIn()
  const { data } = useData(deviceTypeCatalogue.findModel, { id: model.id })
  const [part, setPart] = useState<Part>()
  if (!data) return <Skeleton active />
  return (
    <>
      {!data.hasOwnParts && <p className={css.note}>{t('partsOfType')}</p>}
      <ul className={css.parts}>
        {data.parts.map((one) => (
          <li key={one.partType}>
            <strong>{nameIn(one)}</strong>
            <code>{one.partType}</code>
            <Tag>{`${t('board')} ${one.pcbCode ?? t('noBoard')}`}</Tag>
            {!model.isBuiltIn && (
              <Can use={deviceTypeCatalogue.updateModelPart}>
                <Button type="link" size="small" onClick={() => setPart(one)}>
                  {t('assignBoard')}
                </Button>
              </Can>
            )}
          </li>
        ))}
      </ul>
      {part && <AssignBoard model={model} part={part} onClose={() => setPart(undefined)} />}
    </>
  )
}

interface AssignProps {
  readonly model: Model
  readonly part: Part
  readonly onClose: () => void
}

const most = 500

function AssignBoard({ model, part, onClose }: AssignProps): ReactNode {
  const t = useText()
  const nameIn = useNameIn()
  const { equipTypeId, id: equipModelId } = model
  const { partType } = part
  const update = useAction(deviceTypeCatalogue.updateModelPart, { inForm: true })
  const boards = useData(deviceTypeCatalogue.listBoards, {
    equipTypeId,
    partType,
    pageNum: 1,
    pageSize: most,
  })
  const options = boards.data?.rows.map(({ id, pcbCode, pcbName }) => ({
    value: id,
    label: `${pcbCode} — ${pcbName}`,
  }))
  return (
    <FormDialog
      title={`${t('assignBoard')}: ${nameIn(part)}`}
      schema={ModelPartChange}
      initial={{ pcbId: part.pcbId }}
      fixed={{ equipModelId, partType }}
      confirm={() => t('boardConfirm', { model: nameIn(model), part: nameIn(part) })}
      onSubmit={(values) => update.run({ ...values, pcbId: values.pcbId ?? null })}
      onClose={onClose}
    >
      <Field name="pcbId" label={t('board')}>
        <Select allowClear placeholder={t('noBoard')} options={options ?? []} />
      </Field>
    </FormDialog>
  )
}
