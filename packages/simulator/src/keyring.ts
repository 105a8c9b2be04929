import { createPublicKey, verify } from 'node:crypto'
import { api as routes } from '@wattkeeper/contracts'
import { Api } from './provision/api.ts'

interface Key {
  readonly raw: Buffer
  readonly endorsement: Buffer | undefined
}

/** An Ed25519 key of 32 bytes behind what says that it is one (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

function isSigned(bytes: Uint8Array, signature: Uint8Array, raw: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([spkiHead, raw]), format: 'der', type: 'spki' })
  return verify(null, bytes, key, signature)
}

/**
 * The keys whose word devices take for firmware. The first are taken over as they are, as if in the factory; later ones only
 * with the word of one that is trusted already.
 */
export class Keyring {
  private readonly platform: string
  private trusted: readonly Buffer[] = []

  constructor(platform: string) {
    this.platform = platform
  }

  /** Looks for new keys before it says no. */
  async trusts(bytes: Uint8Array, signature: string): Promise<boolean> {
    const given = Buffer.from(signature, 'base64')
    const isKnown = () => this.trusted.some((raw) => isSigned(bytes, given, raw))
    if (isKnown()) return true
    await this.learn()
    return isKnown()
  }

  private async learn(): Promise<void> {
    const published = await new Api(this.platform).call(routes.firmware.keys, {})
    const keys = published.map(({ raw, endorsement }): Key => ({
      raw: Buffer.from(raw, 'base64'),
      endorsement: endorsement === null ? undefined : Buffer.from(endorsement, 'base64'),
    }))
    if (this.trusted.length === 0) this.trusted = keys.map(({ raw }) => raw)
    // A key may be endorsed by one that is itself new: as long as somebody is led in, somebody may lead in the next.
    for (;;) {
      const led = keys.filter((key) => this.isNew(key) && this.isLedIn(key))
      if (led.length === 0) return
      this.trusted = [...this.trusted, ...led.map(({ raw }) => raw)]
    }
  }

  private isNew({ raw }: Key): boolean {
    return !this.trusted.some((known) => known.equals(raw))
  }

  private isLedIn({ raw, endorsement }: Key): boolean {
    return endorsement !== undefined && this.trusted.some((known) => isSigned(raw, endorsement, known))
  }
}

const rings = new Map<string, Keyring>()

/** All devices of a process know the same platform's keys. */
export function keyringOf(platform: string): Keyring {
  const known = rings.get(platform) ?? new Keyring(platform)
  rings.set(platform, known)
  return known
}
