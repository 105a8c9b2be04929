import { api as routes } from '@wattkeeper/contracts'
import type { Region } from '@wattkeeper/contracts/api/reference'
import type { Api } from './api.ts'
import { inParallel } from './in-parallel.ts'
import type { Identity } from './identities.ts'
import { tagOf } from './identities.ts'
import { manufacturers, operators, typeIdOf } from './owners.ts'
import type { Secrets } from './secrets.ts'

/** A device that the platform knows, with what it needs to connect. */
export interface Provisioned extends Identity {
  readonly id: number
  readonly model: string
  readonly secret: string
}

interface Models {
  /** The models of a device type, by name, in the platform's order. */
  readonly byType: ReadonlyMap<number, readonly { readonly id: number; readonly name: string }[]>
}

const pageSize = 500
const savesEvery = 250
const busy = 12

/** Makes sure that manufacturers, operators and devices exist, and that the secret of every device is known. */
export async function provision(request: ProvisionRequest): Promise<Provisioned[]> {
  const { api, seed, identities, secrets, say } = request
  const operatorIds = await ensureOperators(api, identities)
  const models = await readModels(api)
  const regionCodes = codesOf(await api.call(routes.regions.tree, {}))
  const known = await readKnown(api, seed)
  const missing = identities.filter(({ code }) => !known.has(code)).length
  if (missing > 0) say(`creating ${missing} devices`)
  let done = 0
  const provisioned = await inParallel(busy, identities, async (identity) => {
    const model = modelOf(models, identity)
    const id = known.get(identity.code)
    const kept = secrets.get(identity.code)
    if (id !== undefined && kept) return { ...identity, id, secret: kept, model: model.name }
    const fresh =
      id === undefined
        ? await api.call(routes.devices.create, newDevice(identity, { model, operatorIds, regionCodes }))
        : await api.call(routes.devices.renewSecret, { id })
    secrets.set(identity.code, fresh.secret)
    if (++done % savesEvery === 0) await secrets.save()
    return { ...identity, id: fresh.id, secret: fresh.secret, model: model.name }
  })
  await secrets.save()
  return provisioned
}

export interface ProvisionRequest {
  readonly api: Api
  readonly seed: string
  readonly identities: readonly Identity[]
  readonly secrets: Secrets
  readonly say: (line: string) => void
}

async function ensureOperators(
  api: Api,
  identities: readonly Identity[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(identities.map(({ operatorCode }) => operatorCode))
  const needed = operators.filter(({ code }) => wanted.has(code))
  const organizationIds = new Map<string, number>()
  for (const { id, code } of await api.call(routes.organizations.choices, {})) organizationIds.set(code, id)
  for (const { code, name, leader } of manufacturers) {
    if (organizationIds.has(code) || !needed.some(({ manufacturer }) => manufacturer === code)) continue
    const { id } = await api.call(routes.organizations.create, { code, name, leader })
    organizationIds.set(code, id)
  }
  const operatorIds = new Map<string, number>()
  for (const { id, code } of await api.call(routes.operators.choices, {})) operatorIds.set(code, id)
  for (const { code, name, manufacturer } of needed) {
    const organizationId = organizationIds.get(manufacturer)
    if (operatorIds.has(code) || organizationId === undefined) continue
    const { id } = await api.call(routes.operators.create, { code, name, organizationId })
    operatorIds.set(code, id)
  }
  return operatorIds
}

async function readModels(api: Api): Promise<Models> {
  const types = await api.call(routes.deviceTypes.all, {})
  return { byType: new Map(types.map(({ id, equipModels }) => [id, equipModels])) }
}

async function readKnown(api: Api, seed: string): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>()
  for (let pageNum = 1; ; pageNum++) {
    const { rows } = await api.call(routes.devices.list, { code: tagOf(seed), pageNum, pageSize })
    for (const { code, id } of rows) known.set(code, id)
    if (rows.length < pageSize) return known
  }
}

function modelOf({ byType }: Models, { kind, modelChoice }: Identity) {
  const models = byType.get(typeIdOf[kind]) ?? []
  const model = models[Math.floor(modelChoice * models.length)]
  if (!model) throw new Error(`The platform knows no model for devices of type ${typeIdOf[kind]}.`)
  return model
}

interface Surroundings {
  readonly model: { readonly id: number }
  readonly operatorIds: ReadonlyMap<string, number>
  readonly regionCodes: ReadonlySet<string>
}

function newDevice(identity: Identity, { model, operatorIds, regionCodes }: Surroundings) {
  const { code, kind, operatorCode, regionCode, address, spot } = identity
  const operatorId = operatorIds.get(operatorCode)
  if (operatorId === undefined) throw new Error(`The platform did not take the operator ${operatorCode}.`)
  return {
    code,
    equipTypeId: typeIdOf[kind],
    equipModelId: model.id,
    operatorId,
    regionCode: regionCodes.has(regionCode) ? regionCode : null,
    address,
    longitude: spot.longitude,
    latitude: spot.latitude,
    status: 2 as const,
  }
}

function codesOf(regions: readonly Region[]): ReadonlySet<string> {
  return new Set(regions.flatMap(({ code, childrens = [] }) => [code, ...codesOf(childrens)]))
}
