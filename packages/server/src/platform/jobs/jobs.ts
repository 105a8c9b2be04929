import { type Logger as GraphileLogger, Logger, parseCronItems, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Pino } from 'pino'

/** Work that the clock starts: once for the whole installation, however many processes run; retried when it fails. */
export interface Job<Services> {
  /** `telemetry.rollUp` */
  readonly name: string
  /** Cron pattern in UTC: `*\/5 * * * *`. */
  readonly schedule: string
  readonly run: (services: Services) => Promise<void>
}

const schema = 'graphile_worker'

/** Makes the tables of the job library; run as the owner, next to the migrations. */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, logger: silent })
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query(`
      grant usage on schema ${schema} to wk_system;
      grant select, insert, update, delete on all tables in schema ${schema} to wk_system;
      grant usage, select on all sequences in schema ${schema} to wk_system;
      grant execute on all functions in schema ${schema} to wk_system`)
  } finally {
    await client.end()
  }
}

export interface RunningJobs {
  stop(): Promise<void>
}

/** Runs the jobs that fall due, as wk_system, until stopped. */
export async function startJobs<Services>(
  url: string,
  jobs: readonly Job<Services>[],
  { services, log }: { readonly services: Services; readonly log: Pino },
): Promise<RunningJobs> {
  const runner = await run({
    connectionString: url,
    maxPoolSize: 2,
    concurrency: 1,
    noHandleSignals: true,
    logger: loggerOf(log),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, () => job.run(services)])),
    parsedCronItems: parseCronItems(
      jobs.map(({ name, schedule }) => ({
        task: name,
        match: schedule,
        // one at a time: a run that is late is replaced, not followed by a second
        options: { jobKey: name, jobKeyMode: 'replace', maxAttempts: 5, backfillPeriod: 0 },
      })),
    ),
  })
  return { stop: () => runner.stop() }
}

const silent = new Logger(() => () => undefined)

function loggerOf(log: Pino): GraphileLogger {
  return new Logger((scope) => (level, message, meta) => {
    const say = { error: log.error, warning: log.warn, info: log.debug, debug: log.trace }[level]
    say.call(log, { ...scope, ...meta }, message)
  })
}
