import { type CommandRow, commands, operationSources } from '@wattkeeper/contracts/api/commands'
import { type ReactNode, useState } from 'react'
import { useData } from '../../api/queries.ts'
import { useWords } from '../../i18n/i18n.ts'
import type { Column } from '../table/columns.ts'
import { DataTable, type TableState } from '../table/DataTable.tsx'
import { Time } from '../time/Time.tsx'
import { defaultPageSize, firstPage } from '../url/url-state.ts'
import { CommandState } from './CommandState.tsx'
import { resultName } from './result.ts'
import { useText } from './text.ts'
import css from './command.module.css'

interface Props {
  readonly deviceId: number
  /** The table's height; without it the table fills the window. */
  readonly height?: number
}

/** The commands of a device, newest first, each moving on as it happens. */
export function CommandLog({ deviceId, height }: Props): ReactNode {
  const t = useText()
  const [paging, setPaging] = useState({ pageNum: firstPage, pageSize: defaultPageSize })
  const list = useData(commands.log, { equipId: deviceId, ...paging }, { live: ['commands'], quiet: true })
  const state: TableState = {
    filter: {},
    paging,
    sort: undefined,
    isFiltered: false,
    setPaging,
    setSort: () => undefined,
  }
  return (
    <DataTable
      screen="command-log"
      label={t('log.label')}
      columns={useColumns()}
      list={list}
      state={state}
      keyOf={({ id }) => id}
      {...(height !== undefined && { height })}
    />
  )
}

function useColumns(): readonly Column<CommandRow>[] {
  const t = useText()
  const said = useWords()
  const time = (at: string | null) => (at === null ? '—' : <Time at={at} isAbsolute />)
  return [
    {
      key: 'operationSource',
      title: t('log.source'),
      width: 130,
      isEssential: true,
      render: ({ operationSource }) => said(operationSources[operationSource]),
    },
    {
      key: 'commandMsg',
      title: t('log.message'),
      width: 280,
      render: ({ commandMsg }) => (
        <code className={css.message} title={commandMsg}>
          {commandMsg}
        </code>
      ),
    },
    {
      key: 'state',
      title: t('log.state'),
      width: 260,
      render: (command) => <CommandState command={command} />,
    },
    { key: 'result', title: t('log.result'), width: 120, render: ({ result }) => said(resultName(result)) },
    {
      key: 'retryCount',
      title: t('log.retries'),
      width: 90,
      isNumber: true,
      render: ({ retryCount }) => retryCount,
    },
    { key: 'sendTime', title: t('log.sendTime'), width: 170, render: ({ sendTime }) => time(sendTime) },
    { key: 'backTime', title: t('log.backTime'), width: 170, render: ({ backTime }) => time(backTime) },
    {
      key: 'createTime',
      title: t('log.createTime'),
      width: 170,
      render: ({ createTime }) => time(createTime),
    },
    {
      key: 'createBy',
      title: t('log.createBy'),
      width: 120,
      isOptional: true,
      render: ({ createBy }) => createBy ?? '—',
    },
  ]
}
