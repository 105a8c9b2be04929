import type { Language } from '@wattkeeper/contracts/kit'
import { acceptLanguage } from '../browser/preferences.ts'

const fieldAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** The text that a value holds under a name; nothing when there is none. */
export function textAt(value: unknown, name: string): string | undefined {
  const found = fieldAt(value, name)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export interface Answer {
  readonly message: string | undefined
  /** What a success brings; nothing of a failure. */
  readonly data: unknown
  /** What is wrong with the second factor, when it is about that: it is needed, or it was wrong. */
  readonly otp: string | undefined
}

export function readAnswer(envelope: unknown): Answer {
  const data = fieldAt(envelope, 'data')
  const errors = fieldAt(data, 'errors')
  const list: readonly unknown[] = Array.isArray(errors) ? errors : []
  const otp = list.find((error) => textAt(error, 'path') === 'otp')
  return {
    message: textAt(envelope, 'message'),
    data: fieldAt(envelope, 'code') === 200 ? data : undefined,
    otp: textAt(otp, 'message'),
  }
}

/** Asks the server; a body makes it a POST. */
export async function ask(path: string, language: Language, body?: object): Promise<Answer> {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': acceptLanguage(language) },
    body: body ? JSON.stringify(body) : null,
  })
  return readAnswer(await response.json())
}
