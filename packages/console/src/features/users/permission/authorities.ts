import type { Authority, AuthorityType, UserAuthority } from '@wattkeeper/contracts/api/permissions'
import type { Region } from '@wattkeeper/contracts/api/reference'

/** What the form holds: ids of operators and equipment types, paths of regions. */
export interface Choice {
  readonly O?: readonly number[]
  readonly ET?: readonly number[]
  readonly R?: readonly (readonly string[])[]
}

const kinds = ['O', 'ET', 'R'] as const satisfies readonly AuthorityType[]

export const isNothing = (choice: Choice): boolean => kinds.every((kind) => (choice[kind]?.length ?? 0) === 0)

/** From the root down to the region, both included; the code alone where the tree does not know it. */
export function pathTo(tree: readonly Region[], code: string): readonly string[] {
  return find(tree, code) ?? [code]
}

function find(tree: readonly Region[], code: string): readonly string[] | undefined {
  for (const region of tree) {
    if (region.code === code) return [code]
    const below = find(region.childrens ?? [], code)
    if (below) return [region.code, ...below]
  }
  return undefined
}

const valuesOf = (record: UserAuthority, kind: AuthorityType): Authority['value'] =>
  record.authorityEntities.find(({ type }) => type === kind)?.value ?? []

export function choiceOf(record: UserAuthority, tree: readonly Region[]): Choice {
  return {
    O: valuesOf(record, 'O').map(Number),
    ET: valuesOf(record, 'ET').map(Number),
    R: valuesOf(record, 'R').map((code) => pathTo(tree, String(code))),
  }
}

/** The record to save; what came beside the known fields goes back as it came. */
export function recordOf(userId: number, choice: Choice, before?: UserAuthority): UserAuthority {
  const values: Readonly<Record<AuthorityType, Authority['value']>> = {
    O: [...(choice.O ?? [])],
    ET: [...(choice.ET ?? [])],
    R: (choice.R ?? []).flatMap((path) => path.at(-1) ?? []),
  }
  return {
    userId,
    authorityEntities: kinds
      .filter((type) => values[type].length > 0)
      .map((type) => ({
        authorityType: before?.authorityEntities.find((one) => one.type === type)?.authorityType ?? null,
        type,
        value: values[type],
      })),
  }
}
