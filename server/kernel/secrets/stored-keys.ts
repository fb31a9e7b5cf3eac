/**
 * Keys of former secrets for digests and signatures that are stored or sent permanently. They are stored encrypted with
 * the current secret, so that a former one can be removed from the settings.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { RandomBytes, Tx } from '../../deps.ts'
import { seal, unseal } from '../sealed.ts'
import { deriveKey, type Secrets } from '../secret.ts'

const purposes = ['recovery-code', 'former-contacts', 'unsubscribe-mail', 'unsubscribe-sms'] as const
type StoredPurpose = (typeof purposes)[number]

const sealedFor = 'former-keys'

/** Former keys of a purpose; the current one is not among them. */
export async function storedKeys(
  db: Kysely<Tables> | Tx,
  { settings }: { settings: Secrets },
  purpose: StoredPurpose,
): Promise<string[]> {
  const rows = await db.selectFrom('secrets.former_keys').select('sealed').where('purpose', '=', purpose).execute()
  return rows.flatMap(({ sealed }) => unseal(settings, sealedFor, purpose, sealed)?.toString() ?? [])
}

/** Stores the keys of every former secret, and encrypts all stored ones with the current secret. */
export async function storeFormerKeys(tx: Tx, needs: { settings: Secrets; randomBytes: RandomBytes }): Promise<void> {
  const { secret, formerSecrets = [] } = needs.settings
  for (const purpose of purposes) {
    const keys = new Set([
      ...(await storedKeys(tx, needs, purpose)),
      ...formerSecrets.map((former) => deriveKey(former, purpose)),
    ])
    keys.delete(deriveKey(secret, purpose))
    await tx.deleteFrom('secrets.former_keys').where('purpose', '=', purpose).execute()
    for (const key of keys)
      await tx
        .insertInto('secrets.former_keys')
        .values({ purpose, sealed: seal(needs, sealedFor, purpose, Buffer.from(key)) })
        .execute()
  }
}
