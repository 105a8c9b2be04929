import { mapProblems, type maps } from '@wattkeeper/contracts/api/maps'
import { fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { centreOf, codeAt } from './gazetteer.ts'
import { providerOf } from './provider.ts'
import { regionOf, regionsNamed } from './queries.ts'

/** The region that an administrative code names, and those above it: 440106, 440100, 440000. */
const upwards = (adcode: string): string[] =>
  /^\d{6}$/.test(adcode)
    ? [adcode, `${adcode.slice(0, 4)}00`, `${adcode.slice(0, 2)}0000`]
    : [adcode, countryRegions.get(adcode) ?? adcode]

/** Countries that the regions call otherwise than by their two letters. */
const countryRegions = new Map([['US', '01']])

export const handlers: Handlers<typeof maps> = {
  settings: (_, { services: { mapSources } }) => ({
    tiles: mapSources.tiles ?? null,
    provider: mapSources.provider?.name ?? 'offline',
  }),

  async suggest({ keyword }, { services: { mapSources }, scoped, language }) {
    if (mapSources.provider) return providerOf(mapSources.provider).suggest(keyword)
    const regions = await scoped((db) => regionsNamed(db, keyword.trim(), language))
    return regions.flatMap(({ code, name, address, path }) => {
      const centre = centreOf([code, ...upwards(code), ...path.toReversed()])
      return centre ? [{ name, address, adcode: code, ...centre }] : []
    })
  },

  async reverse(place, { services: { mapSources }, scoped, language }) {
    const provider = mapSources.provider && providerOf(mapSources.provider)
    const given = await provider?.reverse(place)
    const adcode = given?.adcode ?? codeAt(place) ?? fail(mapProblems.nowhere)
    const region = await scoped((db) => regionOf(db, upwards(adcode), language))
    if (!given && !region) return fail(mapProblems.nowhere)
    return { adcode, address: given?.address ?? region?.address ?? '', regionCode: region?.code ?? null }
  },
}
