import { parseArgs } from 'node:util'
import { type DeviceKind, deviceKinds } from './provision/owners.ts'
import { type LogTrouble, logTroubles } from './logs.ts'
import { type CommandTrouble, commandTroubles } from './mischief.ts'
import { type TroubleShares, readShares, upgradeTroubles } from './upgrade-trouble.ts'
import { isScenarioName, scenarioNames } from './scenarios/index.ts'
import type { ScenarioName } from './scenarios/index.ts'

export interface Options {
  readonly devices: number
  readonly kinds: readonly DeviceKind[]
  readonly scenario: ScenarioName
  readonly seed: string
  readonly url: string
  readonly mqtt: string
  readonly user: string
  readonly password: string | undefined
  readonly token: string | undefined
  readonly dataDir: string
  readonly uploads: boolean
  readonly logTrouble: LogTrouble | undefined
  readonly commandTrouble: CommandTrouble | undefined
  readonly upgradeTroubles: TroubleShares
  /** Brings newer firmware along where the platform has none. */
  readonly firmware: boolean
  readonly help: boolean
}

/** A wrong argument, in one sentence for the person who typed it. */
export class WrongArgument extends Error {}

export const usage = `Connects a simulated fleet to a Wattkeeper platform.

  npm run simulate -- --devices 5000 --scenario heat-wave

  --devices N       how many devices (60)
  --kinds A,B       only of these kinds: ${deviceKinds.join(', ')} (all)
  --scenario NAME   ${scenarioNames.join(', ')} (calm-day)
  --seed TEXT       another seed, another fleet; the same seed, the same devices (wattkeeper)
  --url URL         of the platform (http://127.0.0.1:8080)
  --mqtt URL        of the broker, mqtt:// or mqtts:// (mqtt://127.0.0.1:1883)
  --user NAME       who creates the devices (admin)
  --password TEXT   better given as SIM_PASSWORD
  --token TEXT      instead of user and password; better given as SIM_TOKEN
  --upload on|off   on: every board reports each 10 s from the start; off: each 60 s until asked (off)
  --log-trouble K   how devices fail that are asked for their log: ${logTroubles.join(', ')}
  --command-trouble K  how devices take commands badly: ${commandTroubles.join(', ')}
  --upgrade-trouble K  how devices fail that are upgraded: mixed, or one or several of
                    ${upgradeTroubles.slice(0, 5).join(', ')},
                    ${upgradeTroubles.slice(5).join(', ')},
                    with the share of the fleet in percent: lies:10,alarm:5
  --firmware        upload newer firmware for the fleet, where the platform has none at all
  --data-dir DIR    where the devices' secrets are kept between runs (./data)
  --help

From the environment, where no argument is given: SIM_TOKEN, SIM_USER, SIM_PASSWORD, DATA_DIR.
`

const flags = {
  devices: { type: 'string' },
  kinds: { type: 'string' },
  scenario: { type: 'string' },
  seed: { type: 'string' },
  url: { type: 'string' },
  mqtt: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  token: { type: 'string' },
  upload: { type: 'string' },
  'log-trouble': { type: 'string' },
  'command-trouble': { type: 'string' },
  'upgrade-trouble': { type: 'string' },
  firmware: { type: 'boolean' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean' },
} as const

export function readOptions(args: readonly string[], environment = process.env): Options {
  const given = parse(args)
  return {
    devices: countOf(given.devices ?? '60'),
    kinds: kindsOf(given.kinds),
    scenario: scenarioOf(given.scenario ?? 'calm-day'),
    seed: given.seed ?? 'wattkeeper',
    url: addressOf('--url', given.url ?? 'http://127.0.0.1:8080', ['http:', 'https:']),
    mqtt: addressOf('--mqtt', given.mqtt ?? 'mqtt://127.0.0.1:1883', ['mqtt:', 'mqtts:']),
    user: given.user ?? environment.SIM_USER ?? 'admin',
    password: given.password ?? environment.SIM_PASSWORD,
    token: given.token ?? environment.SIM_TOKEN,
    dataDir: given['data-dir'] ?? environment.DATA_DIR ?? './data',
    uploads: switchOf(given.upload ?? 'off'),
    logTrouble: troubleOf('--log-trouble', logTroubles, given['log-trouble']),
    commandTrouble: troubleOf('--command-trouble', commandTroubles, given['command-trouble']),
    upgradeTroubles: sharesOf(given['upgrade-trouble']),
    firmware: given.firmware ?? false,
    help: given.help ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values
  } catch (error) {
    const [firstSentence = 'The arguments are wrong'] = String(
      error instanceof Error ? error.message : error,
    ).split('. ')
    throw new WrongArgument(`${firstSentence.replace(/\.$/, '')}; --help tells which there are.`)
  }
}

function countOf(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= 100_000) return count
  throw new WrongArgument(`--devices must be a whole number from 1 to 100000, not "${text}".`)
}

function kindsOf(text: string | undefined): readonly DeviceKind[] {
  const names = text?.split(',')
  const kinds = deviceKinds.filter((kind) => names?.includes(kind) ?? true)
  if (names === undefined || kinds.length === names.length) return kinds
  throw new WrongArgument(`--kinds must list ${deviceKinds.join(', ')}, not "${text}".`)
}

function scenarioOf(text: string): ScenarioName {
  if (isScenarioName(text)) return text
  throw new WrongArgument(`--scenario must be one of ${scenarioNames.join(', ')}, not "${text}".`)
}

function addressOf(flag: string, text: string, protocols: readonly string[]): string {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  const begins = protocols.map((protocol) => `${protocol}//`).join(' or ')
  throw new WrongArgument(`${flag} must be an address that begins with ${begins}, not "${text}".`)
}

function switchOf(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new WrongArgument(`--upload must be on or off, not "${text}".`)
}

function troubleOf<const Kind extends string>(
  flag: string,
  kinds: readonly Kind[],
  text: string | undefined,
): Kind | undefined {
  const trouble = kinds.find((each) => each === text)
  if (text === undefined || trouble) return trouble
  throw new WrongArgument(`${flag} must be one of ${kinds.join(', ')}, not "${text}".`)
}

function sharesOf(text: string | undefined): TroubleShares {
  const shares = text === undefined ? [] : readShares(text)
  if (shares) return shares
  throw new WrongArgument(
    `--upgrade-trouble must be mixed, or of ${upgradeTroubles.join(', ')}, each with its share such as lies:10, ` +
      `together at most 100, not "${text}".`,
  )
}
