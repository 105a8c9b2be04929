import { calmDay } from './calm-day.ts'
import { clockWrong } from './clock-wrong.ts'
import { flapping } from './flapping.ts'
import { halfOffline } from './half-offline.ts'
import { heatWave } from './heat-wave.ts'
import { rubbishSender } from './rubbish-sender.ts'
import type { Scenario } from './scenario.ts'

/** Every story by the name that `--scenario` takes. */
export const scenarios = {
  'calm-day': calmDay,
  'heat-wave': heatWave,
  'half-offline': halfOffline,
  flapping,
  'rubbish-sender': rubbishSender,
  'clock-wrong': clockWrong,
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios

export const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name)

export const scenarioNames = Object.keys(scenarios).filter(isScenarioName)
