import { PartTypeChange, type TypeDetail, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { type ReactNode, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useNameIn } from '../../i18n/i18n.ts'
import { RowButtons } from './RowButtons.tsx'
import { useText } from './text.ts'
import css from './device-types.module.css'

type Part = TypeDetail['parts'][number]
type Asked =
  | { readonly kind: 'form'; readonly part: Part | undefined }
  | { readonly kind: 'remove'; readonly part: Part }

/** The parts that devices of a type can have. */
export function TypeParts({ type }: { readonly type: TypeDetail }): ReactNode {
  const t = useText()
  const inLanguage = useNameIn()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <>
      <ul className={css.parts}>
        {type.parts.map((part) => (
          <li key={part.code}>
            <strong>{inLanguage(part)}</strong>
            <code>{part.code}</code>
            <RowButtons
              isBuiltIn={part.isBuiltIn}
              onEdit={() => setAsked({ kind: 'form', part })}
              onRemove={() => setAsked({ kind: 'remove', part })}
            />
          </li>
        ))}
        <li>
          <Can use={deviceTypeCatalogue.savePart}>
            <Button size="small" onClick={() => setAsked({ kind: 'form', part: undefined })}>
              {t('addPart')}
            </Button>
          </Can>
        </li>
      </ul>
      {asked?.kind === 'form' && <PartForm type={type} part={asked.part} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={deviceTypeCatalogue.removePart}
          input={{ equipTypeId: type.id, code: asked.part.code }}
          kind={t('part')}
          name={inLanguage(asked.part)}
          onClose={close}
        />
      )}
    </>
  )
}

interface FormProps {
  readonly type: TypeDetail
  readonly part: Part | undefined
  readonly onClose: () => void
}

const between = 10

function PartForm({ type, part, onClose }: FormProps): ReactNode {
  const t = useText()
  const save = useAction(deviceTypeCatalogue.savePart, { inForm: true })
  const kind = t('part')
  const last = type.parts.at(-1)?.sort ?? 0
  return (
    <FormDialog
      title={t(part ? 'editTitle' : 'addTitle', { kind })}
      schema={PartTypeChange}
      initial={part ?? { sort: last + between }}
      fixed={{ equipTypeId: type.id }}
      confirm={({ name }) => t(part ? 'editConfirm' : 'addConfirm', { kind, name })}
      onSubmit={save.run}
      onClose={onClose}
    >
      <Field name="code" label={t('partCode')}>
        <Input autoFocus={!part} disabled={part !== undefined} spellCheck={false} />
      </Field>
      <Field name="name" label={t('partName')}>
        <Input autoFocus={part !== undefined} />
      </Field>
      <Field name="nameEn" label={t('nameEn')}>
        <Input />
      </Field>
      <Field name="sort" label={t('sort')}>
        <InputNumber min={0} max={10_000} precision={0} />
      </Field>
    </FormDialog>
  )
}
