/** Entries of tournaments with a buy-in: paid into the pool, and refunded to the account that paid. */
import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Result } from '#contract/endpoint.ts'
import type { Alert } from '#contract/content.ts'
import type { Subunits } from '#contract/money.ts'
import type { RefusalOfPlay } from '#contract/refusals-of-play.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { LedgerDeps, PlayerCtx, TextDeps, Tx } from '../../../deps.ts'
import { tournamentEntry, tournamentEntryReturned } from '../../../ledger/index.ts'
import { notify } from '../../../messaging/index.ts'
import { readLocale } from '../../../identity/index.ts'
import { barredCountriesOf, baseCurrency, formatAmount, restrictable } from '../../../reference/index.ts'
import { openAccount } from '../../../wallet/index.ts'
import type { Run } from './runs.ts'

export type Entry = Selectable<Tables['rewards.tournament_entries']>
export type RefundReason = 'left' | 'excluded' | 'blocked' | 'cancelled'

/** Tournaments are restricted by country under this name, like a game. */
const restrictedAs = restrictable.tournaments
const actor = 'tournaments'
const keyOf = (id: string) => `entry:${id}`

/** Judged by the conditions of a stake, under the wallet's lock. The caller has locked the player and the run. */
export async function payEntry(ctx: PlayerCtx, tx: Tx, run: Run): Promise<Result<void, RefusalOfPlay>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const id = randomUUID()
  const price = run.buy_in!
  const wallet = { playerId, currency: baseCurrency }
  const posted = await ctx.ledger.postIn(tx, {
    ...tournamentEntry.of({ ...wallet, amount: price as Subunits }),
    wallet,
    actor,
    idempotencyKey: keyOf(id),
    requestHash: String(price),
    reference: { kind: 'other', id, label: titleIn(run, ctx.caller.locale) },
    gate: { sessionId, barredCountries: barredCountriesOf(ctx.settings, restrictedAs) },
    at: ctx.clock.now(),
  })
  if (!posted.ok) return posted
  await tx
    .insertInto('rewards.tournament_entries')
    .values({
      id,
      run_id: run.id,
      player_id: playerId,
      price,
      movement_id: posted.value.movementId,
      entered_at: ctx.clock.now(),
    })
    .execute()
  return { ok: true, value: undefined }
}

/** The entry that counts; undefined without one, or once it is refunded. */
export function findEntry(db: Kysely<Tables>, runId: number, playerId: string): Promise<Entry | undefined> {
  return db
    .selectFrom('rewards.tournament_entries')
    .selectAll()
    .where('run_id', '=', runId)
    .where('player_id', '=', playerId)
    .where('refunded_at', 'is', null)
    .executeTakeFirst()
}

/** How many take part, and what they paid. */
export async function sumEntries(db: Kysely<Tables>, runId: number): Promise<{ players: number; paid: bigint }> {
  const { players, paid } = await db
    .selectFrom('rewards.tournament_entries')
    .select(({ fn }) => [fn.countAll<bigint>().as('players'), fn.sum<string | null>('price').as('paid')])
    .where('run_id', '=', runId)
    .where('refunded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { players: Number(players), paid: BigInt(paid ?? 0) }
}

/**
 * False if it was refunded before. The caller has locked the player, and the run unless it is cancelled: nothing else
 * ends an entry meanwhile. No condition of play stops a refund.
 */
export async function refundEntry(
  tx: Tx,
  deps: LedgerDeps,
  run: Run,
  { playerId, reason }: { playerId: string; reason: RefundReason },
): Promise<boolean> {
  const entry = await findEntry(tx, run.id, playerId)
  if (!entry) return false
  const wallet = { playerId, currency: baseCurrency }
  // A hidden account is shown again: no money arrives unseen.
  await openAccount(tx, { ...wallet, active: false })
  const posted = await deps.ledger.postIn(tx, {
    ...tournamentEntryReturned.of({ ...wallet, amount: entry.price as Subunits }),
    wallet,
    actor,
    idempotencyKey: `entry-returned:${entry.id}`,
    requestHash: String(entry.price),
    reference: { kind: 'other', id: entry.id, label: titleIn(run, await readLocale(tx, playerId)) },
    returns: keyOf(entry.id),
    at: deps.clock.now(),
  })
  if (!posted.ok || posted.value.isReplay) throw new Error(`entry ${entry.id} was refunded before, or cannot be`)
  await tx
    .updateTable('rewards.tournament_entries')
    .set({
      refunded_at: deps.clock.now(),
      refund_movement_id: posted.value.movementId,
      refund_reason: reason,
    })
    .where('id', '=', entry.id)
    .execute()
  return true
}

const alerts = { cancelled: 'entryOfCancelled', excluded: 'entryOfExcluded', blocked: 'entryOfBlocked' }

/** For a player who did not leave: the message states why the money was refunded. */
export async function noteRefund(
  tx: Tx,
  { clock, content }: TextDeps,
  run: Run,
  { playerId, reason }: { playerId: string; reason: Exclude<RefundReason, 'left'> },
): Promise<void> {
  const locale = await readLocale(tx, playerId)
  const words = (content.read(locale, 'alerts').rewards as Record<string, Alert>)[alerts[reason]]!
  const amount = formatAmount(run.buy_in!, baseCurrency, locale)
  const fill = (text: string) =>
    text.replaceAll('{amount}', () => amount).replaceAll('{name}', () => titleIn(run, locale))
  await notify(tx, {
    playerId,
    key: `entry-${reason}`,
    title: fill(words.title),
    description: fill(words.description),
    // Nothing leads an excluded player to play.
    button: {
      label: words.button,
      target: { kind: 'page', path: reason === 'cancelled' ? `/tournaments/${run.identity}` : '/profile/history' },
    },
    at: clock.now(),
    // A player who enters again after a cooling-off period, and starts another one, is notified again.
    once: `${run.identity} ${clock.now().toISOString()}`,
  })
}

/** Before the start, an entry that ends leaves nothing behind. Rounds count for those who are still in. */
export async function removeFromRun(tx: Tx, runId: number, playerId: string): Promise<void> {
  await tx
    .deleteFrom('rewards.tournament_scores')
    .where('run_id', '=', runId)
    .where('player_id', '=', playerId)
    .execute()
}

/** Whether the player has an entry that is neither refunded nor decided: like an open bet. */
export async function hasOpenEntry(tx: Tx, playerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('rewards.tournament_entries as entry')
    .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
    .leftJoin('rewards.tournament_scores as score', (join) =>
      join.onRef('score.run_id', '=', 'entry.run_id').onRef('score.player_id', '=', 'entry.player_id'),
    )
    .select('entry.id')
    .where('entry.player_id', '=', playerId)
    .where('entry.refunded_at', 'is', null)
    .where((eb) => eb.or([eb('run.state', '<>', 'finished'), eb('score.prize_status', '=', sql<string>`'due'`)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function titleIn({ data }: Pick<Run, 'data'>, locale: string): string {
  return data.title[locale] ?? data.title.en
}
