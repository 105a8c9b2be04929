import { unknownNames } from '@wattkeeper/contracts/api/alarms'
import type { DeviceEvent } from '@wattkeeper/contracts/api/events'
import { type Language, say } from '@wattkeeper/contracts/kit'
import type { EventRow } from './queries.ts'

/** What no catalogue knows comes with a name that says so; what a device says in its own words is the name. */
export function eventOf({ value, bitPosition, isAlarm, ...row }: EventRow, language: Language): DeviceEvent {
  const content = row.content === '' ? null : row.content
  const unknown = say(unknownNames.signal, language, { code: row.semaphoreCode })
  const unknownFault =
    bitPosition === null
      ? say(unknownNames.value, language, { value })
      : say(unknownNames.bit, language, { bit: bitPosition })
  return {
    ...row,
    content,
    semaphoreName: row.semaphoreName ?? content ?? (isAlarm ? unknown : row.semaphoreCode),
    faultName: isAlarm ? (row.faultName ?? unknownFault) : null,
  }
}

/** The whole content of an event in one line. */
export function sentenceOf({ semaphoreName, faultName, content }: DeviceEvent): string {
  const detail = faultName ?? content
  return detail === null || detail === semaphoreName ? semaphoreName : `${semaphoreName}：${detail}`
}
