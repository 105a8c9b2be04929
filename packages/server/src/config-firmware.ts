import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mostFirmwareMebibytes } from '@wattkeeper/contracts/api/firmware'
import type { Environment, Reader } from './environment.ts'

export interface FirmwareSettings {
  readonly maxMebibytes: number
  /** A version may be rolled out only when a second person has approved it. */
  readonly needsApproval: boolean
  /** Signs in place of the platform's own key. */
  readonly key: KeyObject | undefined
}

/** As variables say it: the key by the file that holds it. */
export interface FirmwareConfig extends Omit<FirmwareSettings, 'key'> {
  readonly keyFile: string | undefined
}

const usualMebibytes = 64

export function readFirmwareConfig(reader: Reader): FirmwareConfig {
  const keyFile = reader.readableFile('FIRMWARE_KEY_FILE')
  if (keyFile !== undefined && !isUsable(keyFile))
    reader.problem(
      'FIRMWARE_KEY_FILE must name a PEM file with an Ed25519 private key (PKCS 8, not encrypted).',
    )
  return {
    maxMebibytes: reader.integer('FIRMWARE_MAX_MIB', {
      ...{ fallback: usualMebibytes, low: 1, high: mostFirmwareMebibytes },
    }),
    needsApproval: reader.oneOf('FIRMWARE_FOUR_EYES', ['on', 'off']) === 'on',
    keyFile,
  }
}

function isUsable(keyFile: string): boolean {
  try {
    return createPrivateKey(readFileSync(keyFile)).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** What `readFirmwareConfig` reads again in a child process. */
export const firmwareEnvironment = ({
  maxMebibytes,
  needsApproval,
  keyFile,
}: FirmwareConfig): Environment => ({
  FIRMWARE_MAX_MIB: String(maxMebibytes),
  ...(needsApproval && { FIRMWARE_FOUR_EYES: 'on' }),
  ...(keyFile !== undefined && { FIRMWARE_KEY_FILE: keyFile }),
})

export const openFirmware = ({ keyFile, ...settings }: FirmwareConfig): FirmwareSettings => ({
  ...settings,
  key: keyFile === undefined ? undefined : createPrivateKey(readFileSync(keyFile)),
})

export const usualFirmware: FirmwareSettings = {
  maxMebibytes: usualMebibytes,
  needsApproval: false,
  key: undefined,
}
