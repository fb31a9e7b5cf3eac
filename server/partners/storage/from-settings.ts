/** The store of players' files that the settings describe. */
import { deriveKey } from '../../kernel/secret.ts'
import type { Settings } from '../../settings.ts'
import { createDiskStore } from './disk.ts'
import { createS3Store } from './s3.ts'
import type { FileStore } from './port.ts'

/** Files from before DOCUMENTS_KEY was set are encrypted with a key of SECRET. */
export function documentStoreOf(
  { documents: { folder, bucket, key }, secret, formerSecrets, isDrill }: Settings,
  randomBytes: (size: number) => Uint8Array,
): FileStore {
  const [current, ...former] = [...(key ? [key] : []), secret, ...formerSecrets].map((root) =>
    deriveKey(root, 'documents'),
  )
  const keys = { key: current!, formerKeys: former, randomBytes }
  const store = bucket ? createS3Store({ bucket, ...keys }) : createDiskStore({ folder, ...keys })
  // A drill's copy may share the store with the live site, whose newer files have no row in the copy and must be kept.
  return isDrill ? { ...store, remove: async () => undefined } : store
}
