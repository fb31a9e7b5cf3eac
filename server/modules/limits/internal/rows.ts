/** Rows of limits: read under the player's lock where a decision follows, and shown to their player. */
import type { Kysely, Selectable } from 'kysely'
import type { Limit } from '#contract/limits.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../deps.ts'
import { reservedWithin, usedWithin } from './used.ts'
import { type CashPeriod, pendingAt, waitMs, windowAt } from './periods.ts'

export type LimitRow = Selectable<Tables['limits.limits']>

/** Rules over sums lock this one row; it is made on the way. */
export async function lockPlayer(tx: Tx, playerId: string): Promise<void> {
  await tx
    .insertInto('limits.players')
    .values({ player_id: playerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('limits.players').select('player_id').where('player_id', '=', playerId).forUpdate().execute()
}

export async function standingLimits(db: Kysely<Tables>, playerId: string): Promise<LimitRow[]> {
  return db
    .selectFrom('limits.limits')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Another player's is not found. */
export async function findLimit(tx: Tx, playerId: string, limitId: string): Promise<LimitRow | undefined> {
  return tx
    .selectFrom('limits.limits')
    .selectAll()
    .where('id', '=', limitId)
    .where('player_id', '=', playerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** As the player sees it; null for a break or exclusion that is over. */
export async function present(db: Kysely<Tables>, row: LimitRow, now: Date): Promise<Limit | null> {
  if (row.ends_at && row.ends_at <= now) return null
  const window = row.amount === null ? null : windowAt(row.period as CashPeriod, row.created_at, now)
  const within = window && { playerId: row.player_id, currency: row.currency!, window }
  const used = within && (await usedWithin(db, within))
  const reserved = within && (await reservedWithin(db, within))
  return {
    id: row.id,
    definition: row.definition,
    period: row.period,
    currency: row.currency,
    amount: row.amount === null ? null : toWire(row.amount),
    currentAmount: used === null ? null : toWire(used),
    reservedAmount: reserved === null ? null : toWire(reserved.amount),
    reservedUntil: reserved?.until?.toISOString() ?? null,
    endsAt: (row.ends_at ?? window?.to ?? null)?.toISOString() ?? null,
    pending: pendingOf(row, now),
    createdAt: row.created_at.toISOString(),
  }
}

function pendingOf(row: LimitRow, now: Date): Limit['pending'] {
  if (!row.pending_since) return null
  const state = pendingAt(row.pending_since, now)
  if (state === 'forgotten') return null
  return {
    amount: row.pending_amount === null ? null : toWire(row.pending_amount),
    period: row.pending_period ?? row.period,
    appliesFrom: new Date(row.pending_since.getTime() + waitMs).toISOString(),
    needsConfirmation: state === 'may be confirmed',
  }
}
