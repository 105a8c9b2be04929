import type { Environment, Reader } from './environment.ts'

export interface UpgradeSettings {
  /** How long a board with a new version must have reported without a level 1 alarm. */
  readonly soakSeconds: number
  /**
   * In which order boards of one device are upgraded, by part type; `*` stands for those that are not named. Boards
   * that carry the connection of the others come last.
   */
  readonly order: readonly string[]
}

/** Cabinets: boards of bays and modules first, then those that reach them. */
const usualOrder =
  'bms,mppt,pcs,sc,PART_TYPE_EC_BIN,PART_TYPE_EC_POWER,PART_TYPE_EC_FIRE,PART_TYPE_EC_SYSTEM_CHECK,ads,*,' +
  'PART_TYPE_EC_CABINET,PART_TYPE_EC_MASTER,wifi'

export const usualUpgrades: UpgradeSettings = {
  soakSeconds: 120,
  order: usualOrder.split(','),
}

const part = /^(\*|[A-Za-z0-9_]{1,64})$/

export function readUpgrades(reader: Reader): UpgradeSettings {
  return {
    soakSeconds: reader.integer('UPGRADE_SOAK_SECONDS', {
      ...{ fallback: usualUpgrades.soakSeconds, low: 0, high: 86_400 },
    }),
    order: readOrder(reader),
  }
}

function readOrder(reader: Reader): readonly string[] {
  const text = reader.text('UPGRADE_ORDER')
  if (text === undefined) return usualUpgrades.order
  const order = text.split(',').map((word) => word.trim())
  if (order.every((word) => part.test(word)) && new Set(order).size === order.length)
    return order.includes('*') ? order : [...order, '*']
  reader.problem(`UPGRADE_ORDER must list part types such as bms,mppt,*,wifi, each once, not "${text}".`)
  return usualUpgrades.order
}

/** What `readUpgrades` reads again in a child process. */
export const upgradesEnvironment = ({ soakSeconds, order }: UpgradeSettings): Environment => ({
  UPGRADE_SOAK_SECONDS: String(soakSeconds),
  UPGRADE_ORDER: order.join(','),
})
