import type { Environment, Reader } from './environment.ts'
import type { S3Settings } from './platform/files/s3-store.ts'

/** Where files lie when not in DATA_DIR. */
export function readFiles(reader: Reader): S3Settings | undefined {
  const url = reader.text('S3_URL')
  const linkUrl = reader.text('S3_LINK_URL')
  if (linkUrl !== undefined && !/^https?:$/.test(URL.parse(linkUrl)?.protocol ?? ''))
    reader.problem('S3_LINK_URL must be an address such as https://files.example.com.')
  if (url === undefined) {
    if (linkUrl !== undefined) reader.problem('S3_LINK_URL is set; it needs S3_URL.')
    return undefined
  }
  const { protocol = '', username, password, pathname } = URL.parse(url) ?? {}
  if (!/^https?:$/.test(protocol) || !username || !password || !/^\/[^/]+\/?$/.test(pathname ?? ''))
    reader.problem(
      'S3_URL must be an address such as https://key:secret@s3.example.com/bucket?region=eu-west-1.',
    )
  return { url, linkUrl }
}

/** What `readFiles` reads again in a child process. */
export function filesEnvironment(settings: S3Settings | undefined): Environment {
  return {
    ...(settings && { S3_URL: settings.url }),
    ...(settings?.linkUrl !== undefined && { S3_LINK_URL: settings.linkUrl }),
  }
}
