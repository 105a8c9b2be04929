/**
 * What processes tell each other. A fact names what changed; whoever hears it reads the rows. Facts may be lost (the
 * bus then says so), rows may not.
 */
export interface Facts {
  /** report → om: these devices came, went, fell silent or spoke again. */
  deviceStateChanged: { readonly deviceIds: readonly number[] }
  /** report → om: a process that held sessions died, and its devices went offline together: one event. */
  fleetLost: { readonly devices: number }
  /** report → om: alarms of these devices opened or closed. */
  alarmsChanged: { readonly deviceIds: readonly number[]; readonly opened: number; readonly closed: number }
  /** report → om: something happened to these devices, and stands in the event list. */
  eventsStored: { readonly deviceIds: readonly number[] }
  /**
   * om → report: the device was changed or deleted, or has a new secret. `ended`: what is connected under this code is
   * not, or not any more, the device.
   */
  deviceEdited: { readonly deviceId: number; readonly ended?: string }
  /** om → om: what these users may do or see changed, or they may not sign in any more; null: anybody's. */
  accessChanged: { readonly userIds: readonly number[] | null }
  /** om → report: the dictionary of alarms, or the catalogue of types, was edited. */
  catalogueChanged: Readonly<Record<string, never>>
  /** om → report: these devices have commands to take. */
  commandsQueued: { readonly deviceIds: readonly number[] }
  /** any → all: commands were queued, sent, delivered or answered, or have ended. */
  commandsChanged: { readonly commandIds: readonly number[]; readonly deviceIds: readonly number[] }
  /** om → report: these devices have upgrades to take. */
  upgradesQueued: { readonly deviceIds: readonly number[] }
  /** any → all: upgrades were ordered, sent, have made progress or have ended. */
  upgradesChanged: { readonly jobIds: readonly number[]; readonly deviceIds: readonly number[] }
  /** om → report: how is the chain of this device? Whoever holds its session answers best. */
  linkAsked: { readonly nonce: string; readonly deviceId: number }
  /** report → om: when it last heard of the device (ms), and how long a write to the cache took, or why it failed. */
  linkTold: {
    readonly nonce: string
    readonly holds: boolean
    readonly heardAt: number | null
    readonly cacheMs: number | null
    readonly refusal: string | null
  }
  /** om → om: a device has brought a file, or failed to. */
  fileReceived: { readonly linkId: number }
  /** om → om: something new waits for these users, or what became of it changed. */
  notified: { readonly userIds: readonly number[] }
  /** om → om: roll-outs were created, steered or moved on, or targets of theirs changed. */
  rolloutsChanged: { readonly rolloutIds: readonly number[] }
}
