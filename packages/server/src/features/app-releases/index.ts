export { appDownloads } from './downloads.ts'
