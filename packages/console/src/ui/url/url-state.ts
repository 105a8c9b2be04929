import type { Codecs, FilterOf } from './codecs.ts'

export const pageSizes: readonly number[] = [10, 20, 30, 50, 100]
export const firstPage = 1
export const defaultPageSize = 10

export type AnyFilter = Readonly<Record<string, unknown>>

export interface UrlPaging {
  readonly pageNum: number
  readonly pageSize: number
}

export interface UrlSort {
  readonly key: string
  readonly isDescending: boolean
}

const names = { page: 'page', size: 'size', sort: 'sort', opened: 'rows' } as const

/** Typed by the codecs: each reads its own kind. */
export function readFilter<C>(query: URLSearchParams, codecs: C): FilterOf<C>
export function readFilter(query: URLSearchParams, codecs: Codecs): AnyFilter {
  return Object.fromEntries(
    Object.entries(codecs).flatMap(([name, codec]) => {
      const text = query.get(name)
      const value = text === null ? undefined : codec.read(text)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

export function readPaging(query: URLSearchParams): UrlPaging {
  const page = Number(query.get(names.page))
  const size = Number(query.get(names.size))
  return {
    pageNum: Number.isInteger(page) && page >= firstPage ? page : firstPage,
    pageSize: pageSizes.includes(size) ? size : defaultPageSize,
  }
}

export function readSort(query: URLSearchParams): UrlSort | undefined {
  const [, key, direction] = query.get(names.sort)?.match(/^(.+)\.(asc|desc)$/) ?? []
  return key ? { key, isDescending: direction === 'desc' } : undefined
}

/** Keys of the rows whose detail is open. */
export const readOpened = (query: URLSearchParams): readonly string[] =>
  query.get(names.opened)?.split(',').filter(Boolean) ?? []

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Another filter shows its first page; empty values leave the address. */
export function withFilter(query: URLSearchParams, codecs: Codecs, change: AnyFilter): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    const codec = codecs[name]
    if (!codec || isEmpty(value)) next.delete(name)
    else next.set(name, codec.write(value))
  }
  next.delete(names.page)
  next.delete(names.opened)
  return next
}

/** Page 1 and size 10, as if one had just arrived; what is not a filter stays (a tab, say). */
export function withoutFilter(query: URLSearchParams, codecs: Codecs): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of [...Object.keys(codecs), ...Object.values(names)]) next.delete(name)
  return next
}

export function withPaging(query: URLSearchParams, { pageNum, pageSize }: UrlPaging): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete(names.opened)
  if (pageNum === firstPage) next.delete(names.page)
  else next.set(names.page, String(pageNum))
  if (pageSize === defaultPageSize) next.delete(names.size)
  else next.set(names.size, String(pageSize))
  return next
}

export function withSort(query: URLSearchParams, sort: UrlSort | undefined): URLSearchParams {
  const next = new URLSearchParams(query)
  if (sort) next.set(names.sort, `${sort.key}.${sort.isDescending ? 'desc' : 'asc'}`)
  else next.delete(names.sort)
  return next
}

export function withOpened(query: URLSearchParams, keys: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(query)
  if (keys.length > 0) next.set(names.opened, keys.join(','))
  else next.delete(names.opened)
  return next
}
