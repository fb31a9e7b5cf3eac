/** The files of documents and of attachments to support messages. */
import type { SealedData } from '../../kernel/sealed-data.ts'

export const files: SealedData = {
  what: 'files of documents and attachments',
  list: async ({ storage }) => ((await storage.list()) ?? []).map(({ name }) => name),
  keyOf: ({ storage }, name) => storage.keyOf(name),
  renew: ({ storage }, name) => storage.renew(name),
}
