import type { DeviceWithSecret } from '@wattkeeper/contracts/api/devices'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { SmallTable } from '../SmallTable.tsx'
import { useText } from '../text.ts'
import { asText, csvOf, saveText, secretsCsv, stamp } from './files.ts'
import type { RowError } from './import-errors.ts'
import css from './dialogs.module.css'

const mostShown = 200

const fieldTexts = {
  code: 'field.code',
  equipTypeId: 'field.type',
  equipModelId: 'field.model',
  operatorId: 'field.operator',
  regionCode: 'field.region',
  address: 'field.address',
  longitude: 'field.longitude',
  latitude: 'field.latitude',
  status: 'field.status',
} as const

const isNamed = (field: string): field is keyof typeof fieldTexts => Object.hasOwn(fieldTexts, field)

function useErrorWords() {
  const t = useText()
  return {
    row: ({ row }: RowError): string => (row === undefined ? t('import.whole') : String(row)),
    column: ({ field }: RowError): string => (isNamed(field) ? t(fieldTexts[field]) : field || '—'),
  }
}

/** What was wrong, row by row, to be corrected in the file. */
export function ImportErrors({ errors }: { readonly errors: readonly RowError[] }): ReactNode {
  const t = useText()
  const words = useErrorWords()
  const save = () => {
    const header = [t('import.row'), t('import.column'), t('import.reason')]
    const rows = errors.map((error) => [words.row(error), words.column(error), asText(error.message)])
    saveText(csvOf([header, ...rows]), `import-errors-${stamp(new Date())}.csv`)
  }
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={t('import.errors', { count: errors.length })}
        action={
          <Button size="small" onClick={save}>
            {t('import.saveErrors')}
          </Button>
        }
      />
      <div className={css.errors}>
        <SmallTable
          label={t('import.errors', { count: errors.length })}
          empty=""
          rows={errors.slice(0, mostShown)}
          keyOf={(error) => `${error.row}/${error.field}/${error.message}`}
          columns={[
            { key: 'row', title: t('import.row'), isNumber: true, show: words.row },
            { key: 'column', title: t('import.column'), show: words.column },
            { key: 'reason', title: t('import.reason'), show: ({ message }) => message },
          ]}
        />
      </div>
      {errors.length > mostShown && <p className={css.note}>{t('import.more', { shown: mostShown })}</p>}
    </>
  )
}

interface MadeProps {
  readonly made: readonly DeviceWithSecret[]
  readonly onSaved: () => void
}

/** The new devices' secrets, the only time that they can be had. */
export function ImportSecrets({ made, onSaved }: MadeProps): ReactNode {
  const t = useText()
  const save = () => {
    saveText(
      secretsCsv([t('field.code'), t('secret.secret')], made),
      `device-secrets-${stamp(new Date())}.csv`,
    )
    onSaved()
  }
  return (
    <>
      <Alert type="success" showIcon title={t('import.done', { count: made.length })} />
      <Alert type="warning" showIcon className={css.spaced ?? ''} title={t('import.secretsWarning')} />
      <Button type="primary" autoFocus onClick={save}>
        {t('import.saveSecrets')}
      </Button>
    </>
  )
}
