import { hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import type { Board } from '@wattkeeper/contracts/api/reference'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { useText } from './text.ts'

const most = 500

/** Which hardware version it is for; whoever may not see those types it. */
export function HardwareField({ boards }: { readonly boards: readonly Board[] }): ReactNode {
  const t = useText()
  const may = useMay()
  const placeholder = t('hwVersion.all')
  return (
    <Field name="hwVersion" label={t('hwVersion')}>
      {may(hardwareVersions.list) ? (
        <Choice boards={boards} placeholder={placeholder} />
      ) : (
        <Input placeholder={placeholder} spellCheck={false} />
      )}
    </Field>
  )
}

interface ChoiceProps {
  readonly boards: readonly Board[]
  readonly placeholder: string
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
}

/** Those of the part that the chosen board carries. */
function Choice({ boards, placeholder, id, value, onChange }: ChoiceProps): ReactNode {
  const code: unknown = Form.useWatch('pcbCode')
  const board = boards.find(({ pcbCode }) => pcbCode === code)
  const { data } = useData(
    hardwareVersions.list,
    {
      ...(board && { equipType: board.equipTypeId, partType: board.partType }),
      pageNum: 1,
      pageSize: most,
    },
    { enabled: board !== undefined, quiet: true },
  )
  const codes = new Map(
    (board ? (data?.rows ?? []) : []).map(({ versionCode, versionName }) => [versionCode, versionName]),
  )
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      disabled={!board}
      placeholder={placeholder}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      options={[...codes].map(([own, name]) => ({ value: own, label: `${own} ${name}` }))}
    />
  )
}
