import type { NewEntry } from '@wattkeeper/contracts/api/dictionary'

export const alarm = 'ALARM'

/** Only an ALARM has a level and an analysis type; whatever was chosen before another type was is dropped. */
export function withoutAlarm<E extends Pick<NewEntry, 'type' | 'alarmLevel' | 'analysisType'>>(entry: E): E {
  return entry.type === alarm ? entry : { ...entry, alarmLevel: null, analysisType: null }
}
