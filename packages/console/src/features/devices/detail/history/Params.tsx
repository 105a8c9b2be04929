import { type DeviceParam, commands } from '@wattkeeper/contracts/api/commands'
import type { Device } from '@wattkeeper/contracts/api/devices'
import type { ReactNode } from 'react'
import { useCommands } from '../../../../api/commands.ts'
import { useData } from '../../../../api/queries.ts'
import { CommandState } from '../../../../ui/command/CommandState.tsx'
import { Time } from '../../../../ui/time/Time.tsx'
import { SmallTable } from '../../SmallTable.tsx'
import { Card } from '../../../../ui/detail/Card.tsx'
import { useText } from './text.ts'

const readEveryMs = 15_000

/** A value in the words of its options; colours stay seven digits, the control dialog shows their lights. */
function shown({ kind, options, unit, value }: DeviceParam): string | null {
  if (value === null) return null
  if (kind === 'option') return options.find((option) => option.value === value)?.label ?? value
  return unit === null ? value : `${value} ${unit}`
}

/** What the device is set to, as it said itself, however long ago. */
export function Params({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const { data } = useData(
    commands.params,
    { equipId: device.id },
    { live: ['commands'], pollMs: readEveryMs, quiet: true },
  )
  const known = useCommands(device.id)
  return (
    <Card title={t('tab.params')} isWide>
      <SmallTable<DeviceParam>
        label={t('tab.params')}
        empty={t('params.none')}
        isWhole
        rows={data ?? []}
        keyOf={({ id }) => id}
        columns={[
          { key: 'id', title: 'ID', show: ({ id }) => id },
          { key: 'name', title: t('params.name'), show: ({ name }) => name },
          { key: 'value', title: t('params.value'), show: (param) => shown(param) ?? t('params.unreported') },
          { key: 'at', title: t('params.at'), show: ({ reportTime }) => <Time at={reportTime} /> },
          {
            key: 'last',
            title: t('params.last'),
            show: ({ id }) => {
              const command = known.latest(`param:${id}`)
              return command ? <CommandState command={command} /> : '—'
            },
          },
        ]}
      />
    </Card>
  )
}
