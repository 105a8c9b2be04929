import type { Command } from '@wattkeeper/contracts/link'
import { Download, type Wait } from './transfers.ts'

type Advert = Extract<Command, { kind: 'advert' }>['adverts'][number]

/** The screen of a cabinet: it fetches what it does not hold yet, and then plays the whole list. */
export class Screen {
  private list: readonly Advert[] = []
  private readonly held = new Set<number>()
  private readonly onChange: (names: readonly string[]) => void

  private readonly wait: Wait

  constructor(wait: Wait, onChange: (names: readonly string[]) => void) {
    this.wait = wait
    this.onChange = onChange
  }

  /** Answers only once everything is here: a list that could be played in part is not taken over. */
  async show(adverts: readonly Advert[]): Promise<undefined> {
    for (const { id, url } of adverts) {
      if (this.held.has(id)) continue
      await new Download(url).fetch({ wait: this.wait })
      this.held.add(id)
    }
    for (const id of this.held) if (!adverts.some((advert) => advert.id === id)) this.held.delete(id)
    this.list = adverts
    this.onChange(adverts.map(({ name }) => name))
    return undefined
  }

  /** By the device's own clock: what is over is not played, even if nobody has said so yet. */
  playing(now: number): readonly string[] {
    return this.list
      .filter(({ startTime, endTime }) => startTime <= now && now < endTime)
      .map(({ name }) => name)
  }
}
