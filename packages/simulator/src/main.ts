import { api as routes } from '@wattkeeper/contracts'
import { DeviceLink } from './link/device-link.ts'
import { Fleet } from './fleet.ts'
import { WrongArgument, readOptions, usage } from './config.ts'
import type { Options } from './config.ts'
import { Api } from './provision/api.ts'
import { offerFirmware } from './provision/firmware.ts'
import { identitiesOf } from './provision/identities.ts'
import { typeIdOf } from './provision/owners.ts'
import { provision } from './provision/provision.ts'
import type { Provisioned } from './provision/provision.ts'
import { Secrets } from './provision/secrets.ts'
import { randomOf } from './random.ts'
import { scenarios } from './scenarios/index.ts'
import { Wheel } from './wheel.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(options: Options): Promise<Fleet> {
  const api = await signIn(options)
  const secrets = await Secrets.open(options.dataDir, new URL(options.url).origin)
  const identities = identitiesOf(options.seed, options.devices, options.kinds)
  const members = await provision({ api, seed: options.seed, identities, secrets, say })
  if (options.firmware) {
    const typeIds = new Set(identities.map(({ kind }) => typeIdOf[kind]))
    // A fleet without newer firmware is a fleet all the same.
    await offerFirmware({ api, typeIds, say }).catch((error: unknown) =>
      say(`no firmware was uploaded: ${sentenceOf(error)}`),
    )
  }
  const { climate, mishaps, begin } = scenarios[options.scenario]
  const wheel = new Wheel()
  const random = randomOf(options.seed)
  const links = new Map<string, DeviceLink>()
  const renewed = new Set<string>()

  /** A secret that the platform no longer takes is replaced, once a device and run. */
  const renew = async ({ id, code }: Provisioned) => {
    if (renewed.has(code)) return
    renewed.add(code)
    const { secret } = await api.call(routes.devices.renewSecret, { id })
    secrets.set(code, secret)
    await secrets.save()
    const link = links.get(code)
    if (link) link.secret = secret
  }

  const fleet = new Fleet({
    members,
    wheel,
    random,
    climate,
    mishaps,
    uploads: options.uploads,
    logTrouble: options.logTrouble,
    commandTrouble: options.commandTrouble,
    upgradeTroubles: options.upgradeTroubles,
    onScreen: ({ code }, names) => say(`${code} plays ${names.length > 0 ? names.join(', ') : 'nothing'}`),
    openLine: ({ code, secret }, events) => {
      const line = {
        url: options.mqtt,
        code,
        secret,
        wheel,
        random: random.fork(`line/${code}`),
        reconnects: true,
      }
      const link = new DeviceLink(line, events)
      links.set(code, link)
      return link
    },
    onRefused: (member) => {
      renew(member).catch((error: unknown) => say(`${member.code}: no new secret, ${sentenceOf(error)}`))
    },
  })
  wheel.start()
  fleet.start()
  begin({ devices: fleet.devices, wheel, random: random.fork('scenario') })
  watch(fleet, wheel)
  return fleet
}

async function signIn({ url, user, password, token }: Options): Promise<Api> {
  const api = new Api(url, token)
  if (token) return api
  if (!password)
    throw new WrongArgument(
      'A token or a password is needed to create the devices: SIM_TOKEN, SIM_PASSWORD or --password.',
    )
  api.token = (await api.call(routes.session.login, { loginName: user, password })).token
  return api
}

const watchEveryMs = 5_000

/** Says how many are connected, whenever that has changed noticeably. */
function watch(fleet: Fleet, wheel: Wheel): void {
  let said = -1
  const look = () => {
    const online = fleet.countOnline()
    const all = fleet.devices.length
    if (Math.abs(online - said) > all / 50 || (online === all && said !== all)) {
      say(`${online} of ${all} devices online`)
      said = online
    }
    wheel.after(watchEveryMs, look)
  }
  wheel.after(watchEveryMs, look)
}

const goodbyeMs = 1_200

/** Lets every device say goodbye, and does not wait longer for those that cannot. */
function stopOnRequest(fleet: Fleet): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    fleet.stop()
    const deadline = Date.now() + goodbyeMs
    setInterval(() => (fleet.countOnline() === 0 || Date.now() > deadline) && process.exit(0), 20)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Under a supervisor: it is gone.
  process.on('disconnect', stop)
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function main(): Promise<void> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options.help) return void say(usage)
    stopOnRequest(await run(options))
    process.send?.({ type: 'ready' })
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 1
    if (process.connected) process.disconnect()
  }
}

await main()
