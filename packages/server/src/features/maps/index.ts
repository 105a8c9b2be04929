export { centreOf } from './gazetteer.ts'
