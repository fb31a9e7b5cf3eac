/** The keys of the operators' authenticators: stored encrypted, bound to their operators. */
import type { KernelDeps } from '../deps.ts'
import { seal, unseal } from '../kernel/sealed.ts'
import type { SealedData, SealingNeeds } from '../kernel/sealed-data.ts'
import type { Secrets } from '../kernel/secret.ts'

const purpose = 'operator-authenticator'

export const sealAuthenticator = (deps: KernelDeps, operatorId: string, key: Uint8Array): Buffer =>
  seal(deps, purpose, operatorId, key)

/** Null if none of the secrets opens it. */
export const unsealAuthenticator = (secrets: Secrets, operatorId: string, sealed: Buffer): Buffer | null =>
  unseal(secrets, purpose, operatorId, sealed)

export const operatorAuthenticators: SealedData = {
  what: "operators' authenticators",
  async list({ db }) {
    const rows = await db.kysely
      .selectFrom('operators.operators')
      .select('id')
      .where('authenticator_key', 'is not', null)
      .execute()
    return rows.map(({ id }) => id)
  },
  async keyOf({ db, settings }, id) {
    const sealed = await read(db, id)
    if (!sealed) return null
    if (unsealAuthenticator({ secret: settings.secret }, id, sealed)) return 'current'
    return unsealAuthenticator(settings, id, sealed) ? 'former' : 'unreadable'
  },
  async renew(needs, id) {
    const sealed = await read(needs.db, id)
    const key = sealed && unsealAuthenticator(needs.settings, id, sealed)
    if (!key) return
    await needs.db.kysely
      .updateTable('operators.operators')
      .set({ authenticator_key: sealAuthenticator(needs, id, key) })
      .where('id', '=', id)
      // A new invitation may have replaced it meanwhile.
      .where('authenticator_key', '=', sealed)
      .execute()
  },
}

async function read(db: SealingNeeds['db'], id: string): Promise<Buffer | null> {
  const row = await db.kysely
    .selectFrom('operators.operators')
    .select('authenticator_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.authenticator_key ?? null
}
