/** Data that depend on the SECRET with which they were written. Each module declares its own in module.ts. */
import type { KernelDeps } from '../deps.ts'
import type { FileStore } from '../partners/storage/port.ts'

export type SealingNeeds = KernelDeps & { storage: FileStore }

/** Stored encrypted data, which can be encrypted again. */
export type SealedData = {
  /** In the plural: `authenticators`. */
  what: string
  /** The ids of all items. */
  list(needs: SealingNeeds): Promise<string[]>
  /** Which secret decrypts an item; null if the item no longer exists. */
  keyOf(needs: SealingNeeds, id: string): Promise<KeyVersion | null>
  /** Encrypts it again with the current secret. */
  renew(needs: SealingNeeds, id: string): Promise<void>
}
export type KeyVersion = 'current' | 'former' | 'unreadable'

/** Signed data in browsers or in work in progress, which expire by themselves. */
export type SignedData = {
  /** A plural noun, with the consequence of removing the secret. */
  what: string
  /** The number of items signed before a time. */
  count(needs: Pick<SealingNeeds, 'db' | 'clock'>, before: Date): Promise<number>
}
