import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../platform/link/secret.ts'

export interface Credential {
  /** What the device is given, once. */
  readonly secret: string
  readonly secretHash: Buffer
  readonly secretSalt: Buffer
}

/** 256 random bits that fit a command line and a configuration file. */
export function newCredential(): Credential {
  const secret = randomBytes(32).toString('base64url')
  const secretSalt = randomBytes(16)
  return { secret, secretSalt, secretHash: hashSecret(secret, secretSalt) }
}
