import { apps } from '@wattkeeper/contracts/public-pages'

/** An app without a page of its own goes by its code. */
export const appName = (wanted: string): string => apps.find(({ code }) => code === wanted)?.name ?? wanted
