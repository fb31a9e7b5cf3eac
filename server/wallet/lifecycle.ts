/** The wallet's personal data: accounts and ledger entries. */
import { listEntries } from '../ledger/index.ts'
import type { PlayerLifecycle } from '../kernel/player-lifecycle.ts'

const entriesLimit = 10_000

export const lifecycle: PlayerLifecycle = {
  sections: {
    accounts: ({ db }, playerId) =>
      db.kysely
        .selectFrom('wallet.accounts')
        .select(['id', 'currency', 'status', 'cash', 'bonus', 'held', 'vault', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at')
        .execute(),
    ledger: async ({ db }, playerId) => (await listEntries(db.kysely, { playerId, perPage: entriesLimit })).data,
  },
  async keepsOpen(tx, playerId) {
    const row = await tx
      .selectFrom('wallet.accounts')
      .select('id')
      .where('player_id', '=', playerId)
      .where((eb) => eb.or((['cash', 'bonus', 'held', 'vault'] as const).map((part) => eb(part, '>', 0n))))
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}
