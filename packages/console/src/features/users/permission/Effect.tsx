import { type UserAuthority, permissions, previewWords } from '@wattkeeper/contracts/api/permissions'
import { say } from '@wattkeeper/contracts/kit'
import type { User } from '@wattkeeper/contracts/api/users'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import type { ReactNode } from 'react'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { useText } from '../text.ts'
import css from '../users.module.css'
import { type Choice, recordOf } from './authorities.ts'

interface Props {
  readonly user: User
  readonly record: UserAuthority
  readonly onReset: () => void
}

/** "Sees 312 of 4,120 devices", counted anew with every choice; and the way back to everything. */
export function Effect({ user, record, onReset }: Props): ReactNode {
  const t = useText()
  const language = useLanguage()
  const form = Form.useFormInstance<Choice>()
  const choice = Form.useWatch((values: Choice) => values, form)
  const { data, isOld, failure } = useData(permissions.preview, recordOf(user.id, choice), { quiet: true })
  const count = (devices: number) => devices.toLocaleString(language)
  const effect =
    data && !isOld
      ? say(previewWords, language, { sees: count(data.sees), of: count(data.of) })
      : t('permission.counting')
  return (
    <div className={css.effect}>
      <span role="status">
        {failure ? failure.message : t('permission.effect', { name: user.userName, effect })}
      </span>
      {record.authorityEntities.length > 0 && (
        <Button size="small" danger onClick={onReset}>
          {t('permission.reset')}
        </Button>
      )}
    </div>
  )
}
