import {
  type AppPlatform,
  type NewAppRelease,
  appPlatforms,
  appReleaseProblems,
} from '@wattkeeper/contracts/api/app-releases'
import { apps } from '@wattkeeper/contracts/public-pages'
import { Problem, fail } from '@wattkeeper/contracts/kit'
import type { Services } from '../../context.ts'
import { readAndroidPackage } from '../../platform/android/package.ts'
import type { FileStore } from '../../platform/files/index.ts'
import { findFile } from '../device-files/index.ts'
import { countDownload, newestRelease } from './queries.ts'

export const packagePath = '/app/package/:id/:name'
export const leadPath = '/app/:appCode/:platform'

interface Target {
  readonly id: number
  readonly url: string | null
  readonly fileName: string | null
}

/** Where a release leads, absolutely. */
export function addressOf({ id, url, fileName }: Target, origin: string): string {
  return url ?? `${origin}/app/package/${id}/${encodeURIComponent(fileName ?? '')}`
}

/** Leads to the newest release. A link is counted here; a package when it is fetched. */
export async function leadToNewest(
  { database }: Services,
  wanted: { readonly appCode: string; readonly platform: string },
  origin: string,
): Promise<string | undefined> {
  const release = await newestRelease(database.system, wanted)
  if (!release) return undefined
  if (release.url !== null) await countDownload(database.system, release.id)
  return addressOf(release, origin)
}

/** The page of an app that says what is missing; of an app without a page the general one. */
export function missingAddress(appCode: string, platform: string, language = ''): string {
  const path = apps.find(({ code }) => code === appCode)?.path ?? apps[0].path
  const isKnown = appPlatforms.some((known) => known === platform)
  return `${path}${/^[a-z]{2}$/i.test(language) ? `?lang=${language}` : ''}#missing-${isKnown ? platform : 'android'}`
}

/** An Android package is a zip archive that holds a manifest; its name stands in the archive's first or last bytes. */
export async function isAndroidPackage(files: FileStore, key: string, size: number): Promise<boolean> {
  const head = await bytesOf(files, key, { start: 0, end: Math.min(size, headBytes) - 1 })
  if (!head.subarray(0, 4).equals(zipMagic)) return false
  if (head.includes(manifest)) return true
  const tail = await bytesOf(files, key, { start: Math.max(0, size - tailBytes), end: size - 1 })
  return tail.includes(manifest)
}

/** What an uploaded package says of itself, as far as it can be read. */
export async function saidBy(files: FileStore, key: string, size: number) {
  const said = await readAndroidPackage((start, end) => bytesOf(files, key, { start, end }), size)
  return {
    packageName: said?.packageName ?? null,
    versionName: said?.versionName ?? null,
    versionCode: said?.versionCode ?? null,
  }
}

const zipMagic = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const manifest = 'AndroidManifest.xml'
const headBytes = 64 * 1024
/** The archive's directory lies at its end. */
const tailBytes = 4 * 1024 * 1024

async function bytesOf(
  files: FileStore,
  key: string,
  range: { start: number; end: number },
): Promise<Buffer> {
  if (range.end < range.start) return Buffer.alloc(0)
  return Buffer.concat(await (await files.read(key, range)).toArray())
}

interface Offered {
  readonly url: string | null
  readonly fileId: number | null
}

/** What a new release offers: its link, or the file that this organization has uploaded and nobody has taken yet. */
export async function offeredBy(
  { database }: Services,
  { platform, url = '', file = '' }: Pick<NewAppRelease, 'url' | 'file'> & { readonly platform: AppPlatform },
  organizationId: number,
): Promise<Offered> {
  if (url !== '') return { url, fileId: null }
  if (platform === 'ios') throw new Problem(appReleaseProblems.linkOnly)
  if (file === '') throw new Problem(appReleaseProblems.nothingToOffer)
  const found = await findFile(database.system, { key: file })
  const isFree = found?.organizationId === organizationId && found.expiresAt !== null
  return isFree ? { url: null, fileId: found.id } : fail(appReleaseProblems.packageGone)
}
