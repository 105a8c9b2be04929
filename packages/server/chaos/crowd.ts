import type { Command } from '@wattkeeper/contracts/link'
import { topicOf } from '@wattkeeper/contracts/link'
import { type MqttClient, type Packet, connect } from 'mqtt'
import type { TestDevice } from '../src/testing/device-plane.ts'

/** A device that remembers what the broker has acknowledged, and what it was told to do. */
export interface Member {
  readonly device: TestDevice
  /** Instants of readings that were acknowledged. */
  readonly acknowledged: number[]
  /** Of its one alarm: the newest that was acknowledged, and whether anything newer may have arrived. */
  alarm: { ts: number; value: number }
  isAlarmCertain: boolean
  /** How often it acted on each command: once, whatever comes again. */
  readonly acted: Map<string, number>
  readonly client: MqttClient
}

export interface Crowd {
  readonly members: readonly Member[]
  /** No new readings or alarms; whatever is on its way may arrive. */
  calm(): Promise<void>
  stop(): Promise<void>
}

const REPORT_MS = 5_000
/** MQTT 5, reason code of PUBACK. */
const NO_MATCHING_SUBSCRIBERS = 16
const alarmCode = 'CHAOS'

export function gather(devices: readonly TestDevice[], port: number): Crowd {
  const members = devices.map((device) => member(device, port))
  const timers = members.map((each) => {
    const timer = setInterval(() => report(each), REPORT_MS)
    // Not all in the same instant.
    setTimeout(() => report(each), Math.random() * REPORT_MS)
    return timer
  })
  return {
    members,
    async calm() {
      for (const timer of timers) clearInterval(timer)
      await new Promise((resolve) => setTimeout(resolve, REPORT_MS))
      // The last word of each device, so that no alarm is left in doubt.
      await Promise.all(members.map((each) => sayAlarm(each)))
    },
    async stop() {
      await Promise.all(members.map(({ client }) => client.endAsync(true)))
    },
  }
}

function member(device: TestDevice, port: number): Member {
  const { code, secret } = device
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    ...{ clientId: code, username: code, password: secret, protocolVersion: 5 },
    reconnectPeriod: 3_000 + Math.random() * 4_000,
    keepalive: 20,
    clean: true,
  })
  const self: Member = {
    ...{ device, client, acknowledged: [], acted: new Map<string, number>() },
    alarm: { ts: 0, value: 0 },
    isAlarmCertain: true,
  }
  client.on('error', () => undefined)
  client.on('connect', () => client.subscribe(topicOf('commands', code), { qos: 1 }, () => undefined))
  client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(payload.toString()) as Command
    if (!self.acted.has(id)) self.acted.set(id, 1)
    client.publish(topicOf('reply', code), JSON.stringify({ id, result: 1 }), { qos: 1 }, () => undefined)
  })
  return self
}

function report(self: Member): void {
  const { client, device, acknowledged } = self
  if (!client.connected) return
  const ts = Date.now()
  const reading = { ts, board: 'bms', values: { soc: Math.floor(Math.random() * 100) } }
  client.publish(topicOf('telemetry', device.code), JSON.stringify(reading), { qos: 1 }, (error, packet) => {
    if (!error && isTaken(packet)) acknowledged.push(ts)
  })
  if (Math.random() < 0.2) void sayAlarm(self)
}

/** A broker that has just started may have nobody yet to hand a message to, says so, and forgets it: see device-protocol.md. */
const isTaken = (acknowledgement: Packet | undefined) =>
  !(
    acknowledgement &&
    'reasonCode' in acknowledgement &&
    acknowledgement.reasonCode === NO_MATCHING_SUBSCRIBERS
  )

/** Resolves once the broker has it, however often it must be said. */
function sayAlarm(self: Member): Promise<void> {
  const { client, device } = self
  const said = { ts: Math.max(Date.now(), self.alarm.ts + 1), value: Math.random() < 0.5 ? 0 : 1 }
  self.isAlarmCertain = false
  return new Promise((resolve) => {
    const body = JSON.stringify({ ts: said.ts, values: { [alarmCode]: said.value } })
    client.publish(topicOf('alarms', device.code), body, { qos: 1 }, (error, packet) => {
      if (!error && isTaken(packet) && said.ts > self.alarm.ts) {
        self.alarm = said
        self.isAlarmCertain = true
      }
      resolve()
    })
  })
}
