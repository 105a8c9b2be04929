import type { MultipartFile } from '@fastify/multipart'
import { Problem, type Route, commonProblems } from '@wattkeeper/contracts/kit'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './handler.ts'

export interface Incoming {
  /** Path, query and body in one object. */
  readonly input: Record<string, unknown>
  readonly file?: UploadedFile
}

/** Gathers what a request brings. Path parameters win over a body that names the same field. */
export async function readInput(route: Route, request: FastifyRequest): Promise<Incoming> {
  const path = numbersOf(request.params, route)
  refuseNul(request.url)
  if (route.kind === 'upload') {
    const { fields, file } = await readUpload(request)
    return { input: { ...fields, ...path }, file }
  }
  if (route.method !== 'POST') return { input: { ...(request.query as object), ...path } }
  return { input: { ...bodyOf(request.body), ...path } }
}

function bodyOf(body: unknown): object {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Problem(commonProblems.malformed)
  return body
}

/** A path is text; its parameters that the input calls numbers become numbers. */
function numbersOf(params: unknown, route: Route): Record<string, unknown> {
  const { properties = {} } = route.input as { properties?: Record<string, { type?: string }> }
  const entries = Object.entries(params as Record<string, string>).map(([name, value]) => {
    const isNumber = properties[name]?.type === 'integer' && /^\d{1,15}$/.test(value)
    return [name, isNumber ? Number(value) : value] as const
  })
  return Object.fromEntries(entries)
}

function refuseNul(url: string): void {
  if (/%00/.test(url)) throw new Problem(commonProblems.malformed)
}

async function readUpload(request: FastifyRequest): Promise<{ fields: object; file: UploadedFile }> {
  if (!request.isMultipart()) throw new Problem(commonProblems.mediaType)
  const part: MultipartFile | undefined = await request.file({
    limits: { fileSize: request.routeOptions.bodyLimit },
  })
  if (!part) throw new Problem(commonProblems.malformed)
  const tooLarge = () => part.file.destroy(new Problem(commonProblems.tooLarge))
  if (part.file.truncated) tooLarge()
  part.file.once('limit', tooLarge)
  const fields = Object.entries(part.fields).flatMap(([name, value]) => {
    const isText = value && !Array.isArray(value) && value.type === 'field'
    return isText ? [[name, String(value.value)] as const] : []
  })
  return { fields: Object.fromEntries(fields), file: { name: part.filename, stream: part.file } }
}
