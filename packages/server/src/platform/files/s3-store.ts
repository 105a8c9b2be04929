import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Readable } from 'node:stream'
import { type ByteRange, type FileStore, FileMissing, NoRoom, checkedKey } from './file-store.ts'
import { counted } from './counted.ts'

export interface S3Settings {
  /** `https://key:secret@s3.example.com/bucket?region=eu-west-1` */
  readonly url: string
  /** Where devices and browsers reach the same store; links that lead there are made only with it. */
  readonly linkUrl: string | undefined
}

const partBytes = 8 * 1024 * 1024
const fullStatus = 507
const absent = new Set(['NoSuchKey', 'NotFound'])

/** Any store that speaks S3, by the path style: a bucket of our own, an object a file, named by its key. */
export function openS3Store({ url, linkUrl }: S3Settings): FileStore {
  const { bucket, client } = clientOf(url)
  const outside = linkUrl === undefined ? undefined : clientOf(url, linkUrl).client
  const place = (key: string) => ({ Bucket: bucket, Key: checkedKey(key) })
  return {
    async write(key, source, limits) {
      const [body, written] = counted(source, limits)
      const upload = new Upload({
        client,
        // The library takes one part at a time into memory; an upload that fails is called off, parts and all.
        params: { ...place(key), Body: Readable.from(body) } satisfies PutObjectCommandInput,
        partSize: partBytes,
        queueSize: 1,
      })
      try {
        await upload.done()
        return written()
      } catch (error) {
        source.destroy()
        throw isFull(error) ? new NoRoom() : error
      }
    },

    async read(key, range) {
      try {
        const asked = { ...place(key), ...(range && { Range: rangeHeader(range) }) }
        const { Body } = await client.send(new GetObjectCommand(asked))
        if (Body instanceof Readable) return Body
      } catch (error) {
        if (!isAbsent(error)) throw error
      }
      throw new FileMissing()
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)))
    },

    async *list() {
      let after: string | undefined
      do {
        const asked = new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: after })
        const page = await client.send(asked)
        for (const { Key = '', LastModified } of page.Contents ?? [])
          yield { key: Key, modifiedAt: LastModified?.getTime() ?? 0 }
        after = page.NextContinuationToken
      } while (after !== undefined)
    },

    ...(outside && {
      link: (key, { seconds }) =>
        getSignedUrl(outside, new GetObjectCommand(place(key)), { expiresIn: seconds }),
    }),
  }
}

function clientOf(url: string, reachedAt = url): { client: S3Client; bucket: string } {
  const { username, password, pathname, searchParams } = new URL(url)
  const client = new S3Client({
    endpoint: new URL(reachedAt).origin,
    region: searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    // Not every store knows the younger checksums; ours are in the database.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, bucket: pathname.replaceAll('/', '') }
}

const rangeHeader = ({ start, end }: ByteRange) => `bytes=${start}-${end}`

const isAbsent = (error: unknown) => error instanceof S3ServiceException && absent.has(error.name)

function isFull(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return error.$metadata.httpStatusCode === fullStatus || /StorageFull|QuotaExceeded/.test(error.name)
}
