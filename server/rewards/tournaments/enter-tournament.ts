/** Pays the buy-in of a tournament that has not started: entry, payment and its conditions are one transaction. */
import { sql } from 'kysely'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { nameTo } from '#contract/refusals-of-play.ts'
import type { enterTournament as contract, Tournament } from '#contract/tournaments.ts'
import { rollback } from '../../kernel/db/connect.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { hasOpenBonus } from '../../bonuses/index.ts'
import { isExcludedIn } from '../../protection/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { baseCurrency, refuseWhereRestricted } from '../../reference/index.ts'
import { readInForceAt } from './internal/in-force.ts'
import { findEntry, payEntry } from './internal/entries.ts'
import { presentRun } from './internal/present.ts'
import { isOpenForEntries, type Run, shareRun } from './internal/runs.ts'

type Endpoint = typeof contract
type Input = VerbInput<Endpoint>
type Answer = Result<Tournament, RefusalOf<Endpoint>>

export async function enterTournament(ctx: PlayerCtx, input: Input): Promise<Answer> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  return ctx.db.transaction((tx) => enter(ctx, tx, input))
}

async function enter(ctx: PlayerCtx, tx: Tx, input: Input): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  const isActive = (await lockStatus(tx, playerId)) === 'active'
  const isExcluded = await isExcludedIn(tx, ctx, playerId)
  await lockWallets(tx, playerId)
  const run = await shareRun(tx, input.identity)
  if (!run) return refuse('tournamentNotFound')
  // Two tabs, or a repeated call: paid once.
  const isPaid = (await findEntry(tx, run.id, playerId)) !== undefined
  if (!isPaid) {
    const refused = conditionOf(run, ctx.clock.now(), { ...input, isActive, isExcluded })
    if (refused) return refuse(refused)
    // Its definition has ended: it would be cancelled at its start.
    if (!(await readInForceAt(tx))(run.definition, run.starts_at)) return refuse('tournamentOver')
    const paid = await payEntry(ctx, tx, run)
    if (!paid.ok) return refuse(nameTo('tournamentEntry', paid.refusal))
    // Otherwise bonus money would be staked while the player's own, which can be refunded, is out of reach of every loss.
    if (await hasOpenBonus(tx, { playerId, currency: baseCurrency })) return rollback(refuse('bonusIsOpen'))
    await addScore(tx, run.id, playerId, ctx.clock.now())
  }
  return ok(await presentRun(ctx, tx, run, { isJoined: true, winners: [] }))
}

type EntryState = Pick<Input, 'price' | 'currency'> & { isActive: boolean; isExcluded: boolean }

function conditionOf(run: Run, now: Date, { isActive, isExcluded, price, currency }: EntryState) {
  if (!isActive) return 'playerLimited'
  if (isExcluded) return 'playerExcluded'
  if (run.entry !== 'buy-in') return 'noBuyIn'
  if (['finished', 'cancelled'].includes(run.state) || run.ends_at <= now) return 'tournamentOver'
  if (!isOpenForEntries(run, now)) return 'tournamentStarted'
  // What the player agreed to is what is charged.
  return price === run.buy_in && currency === baseCurrency ? null : 'priceChanged'
}

/** Every round of the term settles after this: the consumer counts those of players with a row. */
async function addScore(tx: Tx, runId: number, playerId: string, now: Date): Promise<void> {
  await tx
    .insertInto('rewards.tournament_scores')
    .values({
      run_id: runId,
      player_id: playerId,
      joined_at: now,
      joined_after: sql<bigint>`(SELECT coalesce(max(id), 0) FROM ledger.movements)`,
    })
    .execute()
}
