/**
 * Stores files in a bucket of the S3 protocol, which all processes of a site share. The provider sees encrypted bytes
 * and random names only.
 */
import { S3mini } from 's3mini'
import { type FileStore, markName } from './port.ts'
import { nameForm, type RawFiles } from './raw-files.ts'
import { createSealedStore, type StoreKeys } from './sealed-store.ts'

export type Bucket = {
  /** Address of the service with the bucket as its path. */
  url: string
  region: string
  accessKey: string
  secretKey: string
}

/** A service that does not answer must not keep a player's upload, or the start, waiting. */
const timeoutMs = 20_000

export function createS3Store({ bucket, ...keys }: StoreKeys & { bucket: Bucket }): FileStore {
  return createSealedStore(filesIn(bucket), keys)
}

const noBucket = 'DOCUMENTS_URL: the service has no such bucket'

function filesIn({ url, region, accessKey, secretKey }: Bucket): RawFiles {
  const client = new S3mini({
    endpoint: url,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestAbortTimeout: timeoutMs,
  })
  /** A file is at most as large as an upload (documentLimits), so it is sent and read whole: a part is never visible. */
  const read = async (name: string): Promise<Buffer | null> => {
    const bytes = await client.getObjectArrayBuffer(name)
    if (bytes) return Buffer.from(bytes)
    // The client answers alike for an absent file and an absent bucket.
    if (!(await client.bucketExists())) throw new Error(noBucket)
    return null
  }
  return {
    async write(name, bytes) {
      const parts: Buffer[] = []
      for await (const part of bytes) parts.push(part)
      await client.putObject(name, Buffer.concat(parts), 'application/octet-stream')
    },
    async open(name) {
      const bytes = await read(name)
      if (!bytes) return null
      return {
        length: bytes.length,
        read: async (start, end) => bytes.subarray(start, end),
        close: async () => undefined,
      }
    },
    async remove(name) {
      await client.deleteObject(name)
    },
    async list() {
      const objects = await client.listObjects()
      if (!objects) throw new Error(noBucket)
      return objects
        .filter(({ Key }) => nameForm.test(Key))
        .map(({ Key, LastModified }) => ({ name: Key, writtenAt: new Date(LastModified) }))
    },
    readMark: async () => (await read(markName))?.toString() ?? null,
    async writeMark(text) {
      await client.putObject(markName, text, 'text/plain')
    },
  }
}
