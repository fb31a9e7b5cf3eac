/** The identity documents and checks of a player. The files themselves are downloaded one by one. */
import { DocumentStatus } from '#contract/verification.ts'
import { plain, recordLimit, type PlayerLifecycle } from '../../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    documents: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('verification.documents')
          .select(['id', 'type', 'name', 'mime_type', 'size', 'status', 'comment', 'created_at', 'decided_at'])
          .where('player_id', '=', playerId)
          .orderBy('created_at', 'desc')
          .limit(recordLimit)
          .execute(),
      ),
    identityCheck: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('verification.checks')
          .select(['partner', 'status', 'comment', 'begun_at', 'updated_at'])
          .where('player_id', '=', playerId)
          .execute(),
      ),
  },
  /** Approved documents remain, because the operator may have to produce them. A job removes the files of the others. */
  async erase(tx, playerId) {
    const { numDeletedRows } = await tx
      .deleteFrom('verification.documents')
      .where('player_id', '=', playerId)
      .where('status', '<>', DocumentStatus.approved)
      .executeTakeFirst()
    return { documents: Number(numDeletedRows) }
  },
  /** Stops polling. Results that the provider sends by webhook are still stored. */
  async endOpen(_deps, tx, playerId, reason) {
    if (reason !== 'account-closed') return
    await tx.updateTable('verification.checks').set({ next_look_at: null }).where('player_id', '=', playerId).execute()
  },
}
