import type { TextLike } from '../../../i18n/i18n.ts'
import type { zh } from './zh.ts'

export const en: TextLike<typeof zh> = {
  title: 'Socket link monitoring {code}',
  chain: 'The chain',
  refresh: 'Refresh',
  measuring: 'Measuring…',
  measured: 'Measured',
  failed: 'Could not be measured: {message}',
  connected: 'Connected',
  broken: 'Not connected',
  hop: '{from} → {to}',
  latency: '{ms} ms',
  lastSuccess: 'Last success:',
  never: 'no record',
  allWell: 'All six hops are connected',
  someDark: '{count} of six hops are not connected',
}
