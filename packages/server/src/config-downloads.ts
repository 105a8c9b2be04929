import type { Environment, Reader } from './environment.ts'
import type { DownloadLimits } from './platform/http/bandwidth.ts'

const kibibyte = 1024
const usualAtOnce = 1_000

/** What devices may take of the line; rates are given in KiB a second. */
export function readDownloads(reader: Reader): DownloadLimits {
  const total = readRate(reader, 'DOWNLOAD_RATE', 64)
  const each = readRate(reader, 'DOWNLOAD_RATE_EACH', 8)
  if (total !== undefined && each !== undefined && each > total)
    reader.problem('DOWNLOAD_RATE_EACH is more than DOWNLOAD_RATE, which all downloads share; lower it.')
  return {
    ...(total !== undefined && { totalRate: total * kibibyte }),
    ...(each !== undefined && { rateEach: each * kibibyte }),
    atOnce: reader.integer('DOWNLOADS_AT_ONCE', { fallback: usualAtOnce, low: 1, high: 10_000 }),
  }
}

function readRate(reader: Reader, name: string, low: number): number | undefined {
  if (reader.text(name) === undefined) return undefined
  return reader.integer(name, { fallback: low, low, high: 100_000_000 })
}

/** What `readDownloads` reads again in a child process. */
export function downloadsEnvironment({ totalRate, rateEach, atOnce }: DownloadLimits): Environment {
  return {
    ...(totalRate !== undefined && { DOWNLOAD_RATE: String(totalRate / kibibyte) }),
    ...(rateEach !== undefined && { DOWNLOAD_RATE_EACH: String(rateEach / kibibyte) }),
    DOWNLOADS_AT_ONCE: String(atOnce),
  }
}
