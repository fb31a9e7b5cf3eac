/** Rows of limits: read under the player's lock before a decision, and presented to the player. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { roundPeriod } from '#contract/limit-kinds.ts'
import { type Limit, LimitDefinition } from '#contract/limits.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'
import { accountsOfMailbox } from '../../identity/index.ts'
import type { Policy } from '../../kernel/policy.ts'
import { reservedWithin, usedWithin } from './used.ts'
import { hoursLater, pendingAt, type Window, windowAt } from './periods.ts'

export type LimitRow = Selectable<Tables['limits.limits']>

/**
 * The rows that decisions about sums and breaks lock, of all the player's accounts, because a break of one reaches the
 * others; created when missing.
 */
export async function lockPlayer(tx: Tx, playerId: string): Promise<void> {
  const accounts = await accountsOfMailbox(tx, playerId)
  await tx
    .insertInto('limits.players')
    .values(accounts.map((player_id) => ({ player_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .selectFrom('limits.players')
    .select('player_id')
    .where('player_id', 'in', accounts)
    .orderBy('player_id')
    .forUpdate()
    .execute()
}

export async function currentLimits(db: Kysely<Tables>, playerId: string): Promise<LimitRow[]> {
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

/**
 * Whether a cooling-off period or self-exclusion has ended. The first ends with its term; the second after the policy's
 * delay, 24 hours or more, once its player requested it after the term (player protection, 14).
 */
export function isOver(
  { definition, ends_at, pending_until }: Pick<LimitRow, 'definition' | 'ends_at' | 'pending_until'>,
  now: Date,
): boolean {
  if (ends_at === null || now < ends_at) return false
  if (definition !== LimitDefinition.selfExclusion) return true
  return pending_until !== null && now >= pending_until
}

/** When a requested change can apply. A policy that was tightened meanwhile delays it further, and never shortens it. */
export function waitsUntil(
  { pending_since, pending_until }: Pick<LimitRow, 'pending_since' | 'pending_until'>,
  { increaseDelayHours }: Pick<Policy, 'increaseDelayHours'>,
): Date {
  const byPolicy = hoursLater(pending_since!, increaseDelayHours)
  return byPolicy > pending_until! ? byPolicy : pending_until!
}

/** As the player sees it; null for a cooling-off period or exclusion that has ended. */
export async function present(
  db: Kysely<Tables>,
  row: LimitRow,
  { now, policy }: { now: Date; policy: Policy },
): Promise<Limit | null> {
  if (isOver(row, now)) return null
  const hasPeriod = row.amount !== null && row.period !== roundPeriod
  const window = hasPeriod ? await windowAt(db, row, now) : null
  const isDeposit = row.definition === LimitDefinition.deposit
  const within = isDeposit && window ? { playerId: row.player_id, currency: row.currency!, window } : null
  const used = within ? await usedWithin(db, within) : window && (await usedInPlay(db, row, { now, window }))
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
    mayEnd: mayEnd(row, now),
    pending: pendingOf(row, now, policy),
    ...(row.is_forced && { isForced: true }),
    createdAt: row.created_at.toISOString(),
  }
}

/** What the posting function has counted in the current period: nothing before its first bet. At least zero. */
async function usedInPlay(
  db: Kysely<Tables>,
  row: LimitRow,
  { now, window }: { now: Date; window: Window },
): Promise<bigint> {
  if (row.window_to === null || row.window_to <= now || row.window_from! > window.to) return 0n
  const { rows } = await sql<{ used: string | null }>`
    SELECT CASE WHEN currency IS NULL THEN floor((limits.time_of(limits, ${now})).minutes)
      ELSE limits.used(limits, limits.totals(player_id, '{}')) END AS used
    FROM limits.limits WHERE id = ${row.id} AND player_id = ${row.player_id}`.execute(db)
  const used = BigInt(rows[0]?.used ?? row.amount!)
  return used > 0n ? used : 0n
}

/** A self-exclusion whose term is over and whose end the player has not requested. */
export function mayEnd({ definition, ends_at, pending_since }: LimitRow, now: Date): boolean {
  return definition === LimitDefinition.selfExclusion && ends_at! <= now && pending_since === null
}

function pendingOf(row: LimitRow, now: Date, policy: Policy): Limit['pending'] {
  if (!row.pending_since) return null
  const until = row.ends_at ? row.pending_until! : waitsUntil(row, policy)
  const state = row.ends_at ? 'waits' : pendingAt(until, now)
  if (state === 'forgotten') return null
  return {
    amount: row.pending_amount === null ? null : toWire(row.pending_amount),
    period: row.pending_period ?? row.period,
    appliesFrom: until.toISOString(),
    needsConfirmation: state === 'may be confirmed',
  }
}
