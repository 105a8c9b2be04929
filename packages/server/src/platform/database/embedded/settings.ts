import { totalmem } from 'node:os'

export type ServerSettings = {
  socketFolder: string
  /** False only for the throw-away cluster of the tests. */
  durable: boolean
}

const MiB = 1024 * 1024

/** The whole postgresql.conf, written anew at every start: no setting of an older version lingers. */
export function postgresqlConf({ socketFolder, durable }: ServerSettings): string {
  const sharedBuffersMiB = durable ? clamp(totalmem() / MiB / 8, 128, 2048) : 128
  return lines({
    // Nothing listens on a network: everything meets in a folder that only one user may enter.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: durable ? 80 : 120,
    superuser_reserved_connections: 3,
    password_encryption: 'scram-sha-256',

    // An acknowledged message is a committed message.
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,

    // One node without replicas: no WAL beyond what crash recovery reads.
    wal_level: 'minimal',
    max_wal_senders: 0,
    // A steady stream of COPY: few, long checkpoints. The build has no lz4, and pglz costs more than it saves.
    wal_compression: false,
    wal_buffers: '16MB',
    min_wal_size: durable ? '512MB' : '80MB',
    max_wal_size: durable ? '4GB' : '1GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.9,

    shared_buffers: `${sharedBuffersMiB}MB`,
    effective_cache_size: `${clamp(totalmem() / MiB / 2, 256, 65536)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    // Every day of telemetry is a partition, and a statement may touch them all.
    max_locks_per_transaction: 256,
    jit: false,
    random_page_cost: 1.1,
    autovacuum_naptime: '15s',
    autovacuum_vacuum_cost_limit: 1000,
    // Containers often have 64 MiB of /dev/shm; parallel queries must not depend on it.
    dynamic_shared_memory_type: 'mmap',

    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'iso_8601',
    lc_messages: 'C',
    default_text_search_config: 'pg_catalog.simple',
    log_line_prefix: '',
    log_checkpoints: false,
    log_lock_waits: true,
    // The caller gets every refused statement as an error already.
    log_min_error_statement: 'panic',
    track_io_timing: true,
  })
}

/** Passwords even on the socket: another process that also runs as `nobody` gets no further. */
export const pgHbaConf = 'local all all scram-sha-256\n'

function clamp(value: number, low: number, high: number): number {
  return Math.round(Math.min(Math.max(value, low), high))
}

function lines(settings: Record<string, string | number | boolean>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${literal(value)}\n`)
    .join('')
}

function literal(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
