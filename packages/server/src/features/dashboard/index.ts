export { countFleet, type FleetCount } from './queries.ts'
