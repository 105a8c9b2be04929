import { createHash, timingSafeEqual } from 'node:crypto'

/** Secrets of devices are random, not chosen: a salted SHA-256 is enough, and lets thousands connect in a second. */
export function hashSecret(secret: string | Uint8Array, salt: Uint8Array): Buffer {
  return createHash('sha256').update(salt).update(secret).digest()
}

export function isSecret(secret: Uint8Array, { hash, salt }: { hash: Buffer; salt: Buffer }): boolean {
  const given = hashSecret(secret, salt)
  return given.length === hash.length && timingSafeEqual(given, hash)
}
