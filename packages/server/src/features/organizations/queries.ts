import type { NewOrganization, Organization, OrganizationNode } from '@wattkeeper/contracts/api/organizations'
import type { Page } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { anywhere } from '../../platform/database/text.ts'

const platformId = 1

interface Filter {
  readonly name?: string
  readonly code?: string
  readonly pageNum: number
  readonly pageSize: number
}

/** Manufacturers, newest first. */
export async function listOrganizations(db: Db, filter: Filter): Promise<Page<Organization>> {
  const { name, code, pageNum, pageSize } = filter
  const found = db
    .selectFrom('organizations')
    .where('parentId', 'is not', null)
    .$if(name !== undefined, (query) => query.where('name', 'ilike', anywhere(name ?? '')))
    .$if(code !== undefined, (query) => query.where('code', 'ilike', anywhere(code ?? '')))
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'name', 'code', 'leader', 'email', 'phone', 'remark', 'version'])
    .select(['updatedBy as updateBy', 'updatedAt as updateTime'])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { rows, total }
}

export async function insertOrganization(db: Db, organization: NewOrganization, by: string) {
  const { name, code, leader = '', email = '', phone = '', remark = '' } = organization
  return db
    .insertInto('organizations')
    .values({ parentId: platformId, name, code, leader, email, phone, remark, updatedBy: by })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A manufacturer in the caller's scope, locked until the transaction ends. */
export async function lockOrganization(db: Db, id: number) {
  return db
    .selectFrom('organizations')
    .select('version')
    .where('id', '=', id)
    .where('parentId', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function renameOrganization(
  db: Db,
  { id, name }: { readonly id: number; readonly name: string },
  by: string,
): Promise<void> {
  await db.updateTable('organizations').set({ name, updatedBy: by }).where('id', '=', id).execute()
}

export async function organizationChoices(db: Db) {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'code'])
    .where('parentId', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** The platform with its manufacturers; of a manufacturer's user that manufacturer alone. */
export async function organizationTree(db: Db): Promise<OrganizationNode[]> {
  const rows = await db
    .selectFrom('organizations')
    .select(['id', 'parentId', 'name'])
    .orderBy(sql`parent_id nulls first`)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const nodes = new Map(
    rows.map(({ id, name }): [number, OrganizationNode] => [id, { id, name, children: [] }]),
  )
  const roots: OrganizationNode[] = []
  for (const { id, parentId } of rows) {
    const node = nodes.get(id)
    const parent = parentId === null ? undefined : nodes.get(parentId)
    if (node) (parent?.children ?? roots).push(node)
  }
  return roots
}

export async function isManufacturer(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .where('parentId', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
