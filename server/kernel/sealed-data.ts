/** What needs the SECRET that it was made with. Each module declares its own in module.ts. */
import type { KernelDeps } from '../deps.ts'
import type { FileStore } from '../partners/storage/port.ts'

export type SealingNeeds = KernelDeps & { storage: FileStore }

/** Stored and encrypted: it can be encrypted again. */
export type SealedData = {
  /** In the plural: `authenticators`. */
  what: string
  /** The ids of all of it. */
  list(needs: SealingNeeds): Promise<string[]>
  /** Which secret opens it; null if it is gone. */
  keyOf(needs: SealingNeeds, id: string): Promise<KeyVersion | null>
  /** Encrypts it again with the current secret. */
  renew(needs: SealingNeeds, id: string): Promise<void>
}
export type KeyVersion = 'current' | 'former' | 'unreadable'

/** Signed, and held by browsers or by work in progress: it ends by itself. */
export type SignedData = {
  /** In the plural, with what happens to it without its secret. */
  what: string
  /** How much of it was made before this. */
  count(needs: Pick<SealingNeeds, 'db' | 'clock'>, before: Date): Promise<number>
}
