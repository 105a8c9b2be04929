import type { Environment, Reader } from './environment.ts'

/** A broker of the operator's own, MQTT 5. */
export interface BrokerSettings {
  readonly url: string
  /** In the address of what the broker asks om: whoever knows it may ask whether a secret is right. Without it nobody may. */
  readonly key: string | undefined
  /** Seconds after a device counts as silent until it counts as offline, where nobody tells of its leaving. */
  readonly offlineAfterSeconds: number
}

const keyPattern = /^[A-Za-z0-9]{20,}$/

export function readBroker(reader: Reader): BrokerSettings | undefined {
  const url = reader.text('MQTT_URL')
  const key = reader.text('MQTT_KEY')
  const offlineAfterSeconds = reader.integer('MQTT_OFFLINE_AFTER', { fallback: 120, low: 10, high: 86_400 })
  if (url === undefined) {
    if (key !== undefined) reader.problem('MQTT_KEY is set; it needs MQTT_URL.')
    return undefined
  }
  if (!/^mqtts?:$/.test(URL.parse(url)?.protocol ?? ''))
    reader.problem('MQTT_URL must be an address such as mqtt://user:password@broker.example.com:1883.')
  if (key !== undefined && !keyPattern.test(key))
    reader.problem('MQTT_KEY must have at least 20 letters and digits.')
  return { url, key, offlineAfterSeconds }
}

/** What `readBroker` reads again in a child process. */
export function brokerEnvironment(broker: BrokerSettings | undefined): Environment {
  if (!broker) return {}
  return {
    MQTT_URL: broker.url,
    ...(broker.key !== undefined && { MQTT_KEY: broker.key }),
    MQTT_OFFLINE_AFTER: String(broker.offlineAfterSeconds),
  }
}
