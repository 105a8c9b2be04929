import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import { type SigningKey } from '@wattkeeper/contracts/api/firmware'
import { firmwareProblems } from '@wattkeeper/contracts/api/firmware-problems'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import * as queries from './key-queries.ts'

/** Ed25519 has no pre-hash of its own in what devices have: everywhere a digest of 32 bytes is what is signed. */
export interface Signer {
  readonly sign: (digest: Buffer) => Buffer
}

const signerOf = (key: KeyObject): Signer => ({ sign: (digest) => sign(null, digest, key) })
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()
const rawBytes = 32
/** The 32 bytes of a public key are the end of its SubjectPublicKeyInfo. */
const rawOf = (publicPem: string): Buffer =>
  createPublicKey(publicPem).export({ type: 'spki', format: 'der' }).subarray(-rawBytes)

export const signatureOf = (signer: Signer, sha256: string): string =>
  signer.sign(Buffer.from(sha256, 'hex')).toString('base64')

/** The key that signs now; the first time it is made. */
export function signerNow(services: Services): Promise<Signer> {
  return services.database.system.transaction().execute(async (db) => {
    await queries.takeTurn(db)
    return (await openKey(db, services)).signer
  })
}

/** At the start: makes the first key, or takes a configured one into use. */
export async function prepareSigning(services: Services): Promise<void> {
  await signerNow(services)
}

interface OpenKey {
  readonly row: queries.KeyRow
  readonly signer: Signer
}

/** Within a turn: the configured key, else the database's own, each taken into use where it is not yet. */
async function openKey(db: Db, services: Services): Promise<OpenKey> {
  const configured = services.firmware.key
  const row = await queries.currentKey(db)
  if (configured) {
    const isCurrent = row?.publicKey === pemOf(createPublicKey(configured))
    return isCurrent
      ? { row, signer: signerOf(configured) }
      : adopt(db, services, { key: configured, before: row })
  }
  const own = row?.privateKey
  if (row && own) return { row, signer: signerOf(createPrivateKey(own)) }
  return adopt(db, services, { key: generateKeyPairSync('ed25519').privateKey, before: row })
}

interface Adoption {
  readonly key: KeyObject
  readonly before: queries.KeyRow | undefined
}

/** From now on this key signs, and has signed every version. The key before says so, as long as its private half is here. */
async function adopt(db: Db, services: Services, { key, before }: Adoption): Promise<OpenKey> {
  const now = new Date(services.clock.now()).toISOString()
  const publicKey = pemOf(createPublicKey(key))
  const endorser = before?.privateKey ? createPrivateKey(before.privateKey) : undefined
  const endorsement = endorser ? sign(null, rawOf(publicKey), endorser).toString('base64') : null
  if (before) await queries.retireKey(db, before.id, now)
  const isOurs = services.firmware.key === undefined
  const privateKey = isOurs ? key.export({ type: 'pkcs8', format: 'pem' }).toString() : null
  const row = await queries.insertKey(db, { publicKey, privateKey, endorsement, now })
  const signer = signerOf(key)
  for (const { id, sha256 } of await queries.hashesToSign(db))
    await queries.setSignature(db, id, signatureOf(signer, sha256))
  return { row, signer }
}

/** A new key in the place of the platform's own. */
export async function rotate(services: Services): Promise<SigningKey> {
  if (services.firmware.key) fail(firmwareProblems.configuredKey)
  return services.database.system.transaction().execute(async (db) => {
    await queries.takeTurn(db)
    const { row: before } = await openKey(db, services)
    const { row } = await adopt(db, services, { key: generateKeyPairSync('ed25519').privateKey, before })
    return shown(row)
  })
}

/** Every key that ever signed, newest first; asking makes the first one. */
export async function publishedKeys(services: Services): Promise<SigningKey[]> {
  const { system } = services.database
  const found = await queries.everyKey(system)
  if (found.some(({ retiredAt }) => retiredAt === null)) return found.map(shown)
  await signerNow(services)
  return (await queries.everyKey(system)).map(shown)
}

const shown = ({ id, publicKey, endorsement, createdAt, retiredAt }: queries.KeyRow): SigningKey => ({
  ...{ id, publicKey, raw: rawOf(publicKey).toString('base64'), endorsement },
  ...{ isCurrent: retiredAt === null, createTime: createdAt, retireTime: retiredAt },
})

/** Whether one of the platform's keys, retired ones too, has signed this digest. */
export async function hasSigned(
  { database }: Services,
  { digest, signature }: { readonly digest: Buffer; readonly signature: Buffer },
): Promise<boolean> {
  const keys = await queries.everyKey(database.system)
  return keys.some(({ publicKey }) => verify(null, digest, createPublicKey(publicKey), signature))
}
