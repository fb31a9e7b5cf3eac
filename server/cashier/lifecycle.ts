/** Personal data of this module, and what it ends or keeps open when a player leaves. */
import { InvoiceStatus } from '#contract/payments.ts'
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { endDepositsBeyondLimits, endOpenDeposits } from './deposits/end-open-deposits.ts'
import { reviewProofs } from './payouts/review-proofs.ts'
import { reviewUnsent } from './payouts/review-unsent.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    invoices: ({ db }, playerId) =>
      db.kysely
        .selectFrom('payments.invoices')
        .select([
          'id',
          'number',
          'type',
          'status',
          'stage',
          'partner',
          'method',
          'currency',
          'amount',
          'network',
          'fields',
          'external_id',
          'created_at',
          'updated_at',
        ])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    adjustments: ({ db }, playerId) =>
      db.kysely
        .selectFrom('payments.adjustments')
        .select(['id', 'currency', 'amount', 'cause', 'adjusted_at'])
        .where('player_id', '=', playerId)
        .orderBy('adjusted_at', 'desc')
        .limit(recordLimit)
        .execute(),
    addresses: ({ db }, playerId) =>
      db.kysely
        .selectFrom('payments.addresses')
        .select(['id', 'name', 'method', 'currency', 'network', 'fields', 'created_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  endOpen: endOpenDeposits,
  reviewUnsent,
  reviewProofs,
  endBeyondLimits: endDepositsBeyondLimits,
  /** An unused deposit address is not a payment. */
  async keepsOpen(tx, playerId) {
    const row = await tx
      .selectFrom('payments.invoices')
      .select('id')
      .where('player_id', '=', playerId)
      .where((eb) =>
        eb.or([
          eb.and([eb('status', '=', InvoiceStatus.pending), eb('amount', 'is not', null)]),
          eb('debt', '>', 0n),
          // A hold that ended late, until what is owed for it is paid.
          eb.exists(
            eb
              .selectFrom('payments.holds')
              .select('payments.holds.id')
              .whereRef('payments.holds.invoice_id', '=', 'payments.invoices.id')
              .where('outcome', 'is', null),
          ),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
  async removeAccess(tx, playerId) {
    await tx.deleteFrom('payments.addresses').where('player_id', '=', playerId).execute()
  },
}
