/** Re-encrypts the secrets of authenticators after a change of SECRET. */
import type { Secrets } from '../../kernel/secret.ts'
import type { KeyVersion, SealedData, SealingNeeds } from '../../kernel/sealed-data.ts'
import { sealTotp, unsealTotp } from './internal/sealed.ts'

export const authenticators: SealedData = {
  what: 'authenticators',
  list: async ({ db }) =>
    (await db.kysely.selectFrom('credentials.totps').select('player_id').execute()).map((row) => row.player_id),
  async keyOf({ db, settings }, playerId) {
    const sealed = await read(db, playerId)
    return sealed ? versionOf(settings, playerId, sealed) : null
  },
  async renew(needs, playerId) {
    const sealed = await read(needs.db, playerId)
    const plain = sealed && unsealTotp(needs.settings, playerId, sealed)
    if (!plain) return
    await needs.db.kysely
      .updateTable('credentials.totps')
      .set({ secret: sealTotp(needs, playerId, plain) })
      .where('player_id', '=', playerId)
      // The player may have started setting up another authenticator meanwhile.
      .where('secret', '=', sealed)
      .execute()
  },
}

async function read(db: SealingNeeds['db'], playerId: string): Promise<Buffer | undefined> {
  const row = await db.kysely
    .selectFrom('credentials.totps')
    .select('secret')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row?.secret
}

function versionOf(secrets: Secrets, playerId: string, sealed: Buffer): KeyVersion {
  if (unsealTotp({ secret: secrets.secret }, playerId, sealed)) return 'current'
  return unsealTotp(secrets, playerId, sealed) ? 'former' : 'unreadable'
}
