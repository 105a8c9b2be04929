import { topics } from '@wattkeeper/contracts/link'
import type { Command, UpgradeOrder } from '@wattkeeper/contracts/link'
import { Check } from 'typebox/value'

/** A command as the protocol defines it, undefined for anything else. */
export function parseCommand(payload: Buffer): Command | undefined {
  const said = parseJson(payload)
  return Check(topics.commands.payload, said) ? said : undefined
}

export function parseUpgrade(payload: Buffer): UpgradeOrder | undefined {
  const said = parseJson(payload)
  return Check(topics.upgrade.payload, said) ? said : undefined
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
