import type { InputOf, Route } from '@wattkeeper/contracts/kit'
import type { PageName } from '@wattkeeper/contracts'
import type { ComponentType } from 'react'

/** A question that a page asks first; the boot script asks it before the app has arrived. */
export interface EarlyCall {
  readonly route: Route
  readonly input: object
}

/** A screen: the page key that menu rows name in `url`, and how to load its module, which exports `Page`. */
export interface Page {
  readonly key: PageName
  readonly load: () => Promise<{ readonly Page: ComponentType }>
  /** Only for the address without a query: whoever comes with filters asks something else. */
  readonly early?: readonly EarlyCall[]
}

export const early = <R extends Route>(route: R, input: InputOf<R>): EarlyCall => ({
  route,
  input: { ...input },
})
