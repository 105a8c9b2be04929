import { hash, verify } from '@node-rs/argon2'
import { randomInt } from 'node:crypto'

// argon2id with the parameters OWASP recommends: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let nobody: Promise<string> | undefined

/** Takes as long for a user who does not exist, so that the time tells nothing. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('no user has this password')
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== undefined && matches
}

// without the letters and digits that are easily taken for one another
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** A password of 16 characters that satisfies every rule of the change-password dialog. */
export function generatePassword(): string {
  const pick = () => alphabet[randomInt(alphabet.length)] ?? 'A'
  const password = Array.from({ length: 16 }, pick).join('')
  return /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)
    ? password
    : generatePassword()
}
