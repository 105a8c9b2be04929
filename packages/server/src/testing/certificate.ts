import { generateKeyPairSync, sign } from 'node:crypto'

const commonName = 'localhost'

/** A self-signed certificate for localhost and its key, in PEM. Node reads certificates, but writes none. */
export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(generalizedTime(-3_600_000), generalizedTime(3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(alternativeNames)),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, ecdsaWithSha256, bits(signature))
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

// DER, X.690: a tag, a length, a value.
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const short = value.length < 0x80
  const length = short ? [value.length] : [0x82, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]))
}

function bits(value: Buffer): Buffer {
  return tagged(0x03, Buffer.from([0]), value)
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

function generalizedTime(fromNowMs: number): Buffer {
  const digits = new Date(Date.now() + fromNowMs).toISOString().replace(/\.\d+|[-:T]/g, '')
  return tagged(0x18, Buffer.from(digits))
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const name = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(commonName)))))
const alternativeNames = sequence(
  oid('551d11'),
  tagged(0x04, sequence(tagged(0x82, Buffer.from(commonName)), tagged(0x87, Buffer.from([127, 0, 0, 1])))),
)
