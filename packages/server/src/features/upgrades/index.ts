export { announceUpgrades, orderUpgrade, orderUpgrades } from './order.ts'
export type { NewUpgrade, NewUpgrades, Ordered, OrderedJob } from './order.ts'
export { countOpenUpgrades } from './order-queries.ts'
