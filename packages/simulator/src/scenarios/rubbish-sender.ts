import { topicOf } from '@wattkeeper/contracts/link'
import type { Device } from '../device.ts'
import type { Random } from '../random.ts'
import { someOf } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const share = 0.1
const betweenMs: readonly [number, number] = [3_000, 9_000]

type Rubbish = (device: Device, random: Random) => readonly [topic: string, payload: Buffer]

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const onTelemetry =
  (payloadOf: (device: Device, random: Random) => Buffer): Rubbish =>
  (device, random) => [topicOf('telemetry', device.code), payloadOf(device, random)]

const bytesOf = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => random.whole(0, 255)))

/** What is wrong with a device that has gone mad, one way after the other. */
const rubbish: readonly [Rubbish, ...Rubbish[]] = [
  onTelemetry(() => Buffer.from('{"ts": 17, "board": "bms", "values": {')),
  onTelemetry((_, random) => bytesOf(random, 64)),
  onTelemetry(() => Buffer.alloc(0)),
  onTelemetry((device) => json({ ts: device.deviceTime(), board: 'toaster', values: { crumbs: 7 } })),
  onTelemetry((device) =>
    json({ ts: device.deviceTime(), board: 'bms', values: { soc: 'full', voltage: {} } }),
  ),
  onTelemetry((device) => json({ ts: 'yesterday', board: 'bms', code: device.code, values: [] })),
  onTelemetry((device) => json({ ts: device.deviceTime(), board: 'bms', values: { soc: 1e300 } })),
  onTelemetry((device) =>
    json({
      ts: device.deviceTime(),
      board: 'battery',
      values: { soc: 50, cabinetCode: 'x\u0000<script>', more: true },
    }),
  ),
  onTelemetry((device) =>
    json({ ts: device.deviceTime(), board: 'bms', values: { soc: 50 }, pad: 'x'.repeat(300_000) }),
  ),
  onTelemetry(() => Buffer.from('['.repeat(20_000))),
  (device) => [
    topicOf('alarms', device.code),
    json({ ts: device.deviceTime(), values: { "'; drop table": -1 } }),
  ],
  (device) => [topicOf('events', device.code), json({ ts: device.deviceTime(), flag: 'no' })],
  (device) => [topicOf('reply', device.code), json({ id: 'nobody-asked', result: 7 })],
  (device) => [`v1/${device.code}/telemetry/x`, json({})],
  () => [topicOf('telemetry', 'SOMEBODYELSE'), json({ ts: 1, board: 'bms', values: {} })],
]

/** One in ten sends rubbish between its proper reports: broken JSON, unknown boards, wrong types, huge bodies, foreign topics. */
export const rubbishSender: Scenario = {
  climate: {},
  mishaps: 1,
  begin(stage) {
    const { wheel, random } = stage
    for (const device of someOf(stage, share)) {
      const rave = () => {
        device.line.sendOnce(...random.pick(rubbish)(device, random))
        wheel.after(random.between(...betweenMs), rave)
      }
      wheel.after(random.between(...betweenMs), rave)
    }
  },
}
