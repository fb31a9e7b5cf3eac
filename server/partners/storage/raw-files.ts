/** Where the bytes of sealed files lie: a folder (disk.ts) or a bucket (s3.ts). Both know nothing of keys. */

export type RawFile = {
  /** Bytes, as stored. */
  length: number
  read(start: number, end: number): Promise<Buffer>
  close(): Promise<void>
}

export type RawFiles = {
  /** Writes everything or nothing; resolves once it is stored. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Null if the file does not exist. */
  open(name: string): Promise<RawFile | null>
  /** No error if the file does not exist. */
  remove(name: string): Promise<void>
  list(): Promise<Array<{ name: string; writtenAt: Date }>>
  /** The text of the mark that distinguishes this place from others; null if nothing was ever written here. */
  readMark(): Promise<string | null>
  writeMark(text: string): Promise<void>
}

/** At the end of the name of a fragment, which an interrupted write left. */
export const unfinished = '.part'

/** Names are UUIDs, so that none leads out of the folder or the bucket. */
export const nameForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
