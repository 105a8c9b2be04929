import { users } from '@wattkeeper/contracts/api/users'
import Select from 'antd/es/select'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useData } from '../../api/queries.ts'

interface Props {
  readonly id: string
  readonly value: number | undefined
  /** The chosen one's name, when it is known already. */
  readonly name: string | undefined
  readonly onChange: (next: number | undefined) => void
}

const offered = 20

/** Finds a user by a part of the name; asked when it is opened. */
export function UserSelect({ id, value, name, onChange }: Props): ReactNode {
  const [isOpened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const { data, isLoading } = useData(
    users.list,
    { pageNum: 1, pageSize: offered, ...(wanted && { name: wanted }) },
    { enabled: isOpened },
  )
  const found = data?.rows.map((user) => ({ value: user.id, label: `${user.userName} (${user.loginName})` }))
  const isMissing = value !== undefined && !found?.some((option) => option.value === value)
  return (
    <Select
      id={id}
      allowClear
      style={{ inlineSize: '100%' }}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isLoading}
      value={value ?? null}
      options={[...(isMissing ? [{ value, label: name ?? String(value) }] : []), ...(found ?? [])]}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
      onChange={(next: number | undefined) => onChange(next)}
    />
  )
}
