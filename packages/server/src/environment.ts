import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Carries one sentence for each wrong value. */
export class ConfigError extends Error {}

export type Environment = Record<string, string | undefined>

/** Collects every problem before it complains, so that one start shows them all. */
export class Reader {
  readonly #environment: Environment
  readonly #problems: string[] = []

  constructor(environment: Environment) {
    this.#environment = environment
  }

  problem(sentence: string): void {
    this.#problems.push(sentence)
  }

  finish(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems.join('\n'))
  }

  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === undefined)
      this.problem(`${name} is missing; "npm start" sets it for the processes it starts.`)
    return value ?? ''
  }

  integer(name: string, { fallback, low, high }: { fallback: number; low: number; high: number }): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    if (/^\d{1,9}$/.test(value) && Number(value) >= low && Number(value) <= high) return Number(value)
    this.problem(`${name} must be a whole number from ${low} to ${high}, not "${value}".`)
    return fallback
  }

  port(name: string, fallback: number): number {
    return this.integer(name, { fallback, low: 1, high: 65_535 })
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const value = this.text(name)
    const found = words.find((word) => word === value)
    if (value !== undefined && !found)
      this.problem(`${name} must be one of ${words.join(', ')}, not "${value}".`)
    return found
  }

  /** All of them unless told otherwise. */
  listOf<Word extends string>(name: string, words: readonly Word[]): readonly Word[] {
    const asked = this.text(name)
      ?.split(',')
      .map((word) => word.trim())
    if (!asked) return words
    const stranger = asked.find((word) => !words.some((known) => known === word))
    if (stranger !== undefined) {
      this.problem(`${name} must be a comma-separated list of ${words.join(', ')}, not "${stranger}".`)
    }
    return words.filter((word) => asked.includes(word))
  }

  readableFile(name: string): string | undefined {
    const file = this.text(name)
    if (file === undefined) return undefined
    try {
      readFileSync(file)
      return resolve(file)
    } catch {
      this.problem(`${name} names the file ${file}, which cannot be read.`)
      return undefined
    }
  }
}
