export { startDevice } from './link/start-device.ts'
export type { Device, DeviceOptions } from './link/start-device.ts'
export { Wheel } from './wheel.ts'
