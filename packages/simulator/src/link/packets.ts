import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { generate, parser } from 'mqtt-packet'
import type { Packet } from 'mqtt-packet'

export interface WireEvents {
  onOpen(): void
  onPacket(packet: Packet): void
  onClosed(reason: string): void
}

/** One TCP or TLS connection that carries MQTT packets, and bytes that are none where a test wants to misbehave. */
export class Wire {
  private readonly socket: Socket
  private isClosed = false

  constructor(url: URL, events: WireEvents) {
    this.socket = dial(url)
    const decoder = parser()
    decoder.on('packet', (packet) => this.isClosed || events.onPacket(packet))
    let reason = 'closed by the platform'
    decoder.on('error', (error) => {
      reason = String(error)
      this.socket.destroy()
    })
    this.socket.setNoDelay(true)
    this.socket.once(url.protocol === 'mqtts:' ? 'secureConnect' : 'connect', () => events.onOpen())
    this.socket.on('data', (bytes: Buffer) => decoder.parse(bytes))
    this.socket.on('error', (error) => (reason = error.message))
    this.socket.once('close', () => {
      this.isClosed = true
      events.onClosed(reason)
    })
  }

  send(packet: Packet): void {
    if (!this.isClosed) this.socket.write(generate(packet))
  }

  sendBytes(bytes: Uint8Array): void {
    if (!this.isClosed) this.socket.write(bytes)
  }

  /** What comes in is no longer read: to the platform the device looks hung. */
  stopReading(): void {
    this.socket.pause()
  }

  /** Sends what is on its way, then closes. */
  end(): void {
    this.socket.end()
  }

  /** As a pulled plug. */
  destroy(): void {
    this.socket.destroy()
  }
}

const defaultPort: Readonly<Record<string, number>> = { 'mqtt:': 1_883, 'mqtts:': 8_883 }

function dial(url: URL): Socket {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port) || defaultPort[url.protocol]
  if (!port)
    throw new Error(`The broker's address must begin with mqtt:// or mqtts://, not ${url.protocol}//`)
  return url.protocol === 'mqtts:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
}
