import { type Alarm, type Fault, unknownNames } from '@wattkeeper/contracts/api/alarms'
import { type Language, say } from '@wattkeeper/contracts/kit'
import type { AlarmRow, FaultRow, SignalRow } from './queries.ts'
import { type Fault as FaultOfValue, faultsOf } from './rules.ts'

/** The name in the reader's language, else the one there is. */
const named = (language: Language, name: string | null, nameEn: string | null): string | null =>
  language === 'en' ? (nameEn ?? name) : name

const unknownFault = ({ value, bitPosition }: FaultOfValue, language: Language): string =>
  bitPosition === null
    ? say(unknownNames.value, language, { value })
    : say(unknownNames.bit, language, { bit: bitPosition })

export function alarmOf(row: AlarmRow, language: Language): Alarm {
  const { equipModelNameEn, semaphoreNameEn, faultNameEn, bitPosition, ...alarm } = row
  const { semaphoreCode, value } = alarm
  return {
    ...alarm,
    equipModelName: named(language, alarm.equipModelName, equipModelNameEn) ?? '',
    semaphoreName:
      named(language, alarm.semaphoreName, semaphoreNameEn) ??
      say(unknownNames.signal, language, { code: semaphoreCode }),
    faultName:
      named(language, alarm.faultName, faultNameEn) ?? unknownFault({ value, bitPosition }, language),
  }
}

interface Catalogue {
  readonly signals: readonly SignalRow[]
  readonly faults: readonly FaultRow[]
  readonly equipTypeId: number
  readonly language: Language
}

/** The faults that a signal's value stands for: every set bit, or the value; a signal that nobody knows is a value. */
export function explain(alarmCode: string, value: number, catalogue: Catalogue): Fault[] {
  const { signals, faults, equipTypeId, language } = catalogue
  const analysis = signals.find(({ code }) => code === alarmCode)?.analysis ?? 'VALUE'
  return faultsOf(value, analysis).map((fault) => {
    const known = faults.find(
      (each) =>
        each.alarmCode === alarmCode &&
        (fault.bitPosition === null ? each.value === fault.value : each.bitPosition === fault.bitPosition),
    )
    return {
      code: alarmCode,
      equipClassify: equipTypeId,
      name: (known && named(language, known.name, known.nameEn)) ?? unknownFault(fault, language),
      type: known?.type ?? '',
      typeName: (known && named(language, known.typeName, known.typeNameEn)) ?? '',
      bitPosition: fault.bitPosition,
    }
  })
}
