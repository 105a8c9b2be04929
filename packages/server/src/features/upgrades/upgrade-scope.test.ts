import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ScopedFleet,
  type Viewer,
  everyKind,
  plantScopedFleet,
  sees,
  viewers,
} from '../../testing/scoped-fleet.ts'
import { type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
let fleet: ScopedFleet
const jobs = new Map<number, number>()

beforeAll(async () => {
  server = await startTestServer()
  fleet = await plantScopedFleet(server)
  const rows = await query<{ id: string; device_id: string }>(
    server.urls.superuser,
    `insert into upgrade_jobs (group_id, position, device_id, device_code, organization_id, operator_id, equip_type_id,
       equip_model_id, region_path, part_type, addr_id, version_id, version, file_id, size, md5, sha256, source, created_at,
       deadline_at)
     select nextval('upgrade_groups'), 0, id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       'bms', 0, 1, '2.0', 1, 1, '', '', 'manual', now(), now() + interval '1 day'
     from devices returning id, device_id`,
  )
  for (const { id, device_id } of rows) jobs.set(Number(device_id), Number(id))
})
afterAll(() => server.stop())

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

test(
  'progress, history and cancelling reach exactly the devices that the caller sees',
  () =>
    fc.assert(
      fc.asyncProperty(viewers(fleet), async (viewer) => {
        const { organizationId, narrowing } = viewer
        const person = await server.person({ organizationId, narrowing })
        const all = fleet.devices.map(({ id }) => id)
        const visible = sorted(fleet.devices.filter((device) => sees(viewer, device)).map(({ id }) => id))
        const progress = await person.call(upgrades.progress, { equipIds: all })
        expect(sorted(progress.map(({ equipId }) => equipId))).toEqual(visible)
        const { rows, total } = await person.call(upgrades.log, { pageNum: 1, pageSize: 500 })
        expect(total).toBe(visible.length)
        expect(sorted(rows.map(({ equipId }) => equipId))).toEqual(visible)
        const hidden = all.find((id) => !visible.includes(id))
        if (hidden === undefined) return
        expect(await person.ask(upgrades.cancel, { id: jobs.get(hidden) })).toMatchObject({ code: 404 })
      }),
      { numRuns: 12, endOnFailure: true, examples: everyKind(fleet).map((viewer): [Viewer] => [viewer]) },
    ),
  240_000,
)
