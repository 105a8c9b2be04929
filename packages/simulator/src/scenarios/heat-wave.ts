import { dropOutNowAndThen } from './calm-day.ts'
import type { Scenario } from './scenario.ts'

const midJuly = 200

/** A July that never cools: packs, inverters and cabinets run hot by day and by night, whatever the calendar says. */
export const heatWave: Scenario = {
  climate: { dayOfYear: midJuly, warmerByC: 12, leastC: 43 },
  mishaps: 2,
  begin: dropOutNowAndThen,
}
