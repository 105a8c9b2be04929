import { users } from '@wattkeeper/contracts/api/users'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { useText } from './text.ts'
import css from './users.module.css'

interface Props {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (password: string) => void
}

/** Shown as it is: whoever adds the user hands it over. */
export function PasswordField({ id, value = '', onChange }: Props): ReactNode {
  const t = useText()
  const propose = useAction(users.proposePassword, { quiet: true })
  const renew = async () => onChange?.((await propose.run({})).password)
  return (
    <div className={css.password}>
      <Input
        {...(id && { id })}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button loading={propose.isRunning} onClick={() => void renew().catch(() => undefined)}>
        {t('generate')}
      </Button>
    </div>
  )
}
