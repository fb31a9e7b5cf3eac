/** Where files of players lie. Names are made by the house (UUIDs); what is stored is unreadable without its key. */
import type { Readable } from 'node:stream'

export type StoredFile = {
  /** Of the contents, in bytes. */
  size: number
  /** Up to `length` bytes from `offset`; fewer at the end. Throws where the file is not as it was written. */
  read(offset: number, length: number): Promise<Buffer>
  /** All of it; closes the file at its end. */
  stream(): Readable
  close(): Promise<void>
}

export type FileStore = {
  /** Writes all of it or nothing; resolves to the size of the contents. The same name is never written twice. */
  put(name: string, bytes: AsyncIterable<Buffer>): Promise<number>
  /** Null where there is no such file. */
  open(name: string): Promise<StoredFile | null>
  /** Gone for good; no error where it was not there. */
  remove(name: string): Promise<void>
  /** Everything that lies there, pieces of interrupted writes included; null where nothing was ever written, as in a folder that is not mounted. */
  list(): Promise<Array<{ name: string; writtenAt: Date }> | null>
}
