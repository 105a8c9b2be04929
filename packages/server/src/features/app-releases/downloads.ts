import type { Services } from '../../context.ts'
import type { OpenFiles } from '../../platform/http/open-files.ts'
import { countDownload, packageOf } from './queries.ts'
import { leadPath, leadToNewest, missingAddress, packagePath } from './rules.ts'

const idOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** The way of phones: packages, and links that work without script. */
export function appDownloads(services: Services): OpenFiles {
  const { database, files } = services
  return {
    file: packagePath,
    async find({ id, name }, isBegun) {
      const found = await packageOf(database.system, idOf(id))
      if (!found || found.fileName !== name || found.size === null || found.sha256 === null) return undefined
      if (isBegun) await countDownload(database.system, idOf(id))
      return {
        name,
        size: found.size,
        tag: found.sha256,
        modifiedAt: found.createdAt,
        type: 'application/vnd.android.package-archive',
        read: (range) => files.read(found.key, range),
      }
    },
    lead: leadPath,
    async whereTo({ appCode = '', platform = '' }, { origin, language }) {
      const address = await leadToNewest(services, { appCode, platform }, origin)
      return address ?? missingAddress(appCode, platform, language)
    },
  }
}
