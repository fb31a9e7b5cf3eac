/** The turnover that remains before deposited money can be withdrawn, counted by the ledger bet by bet. */
import { ok, type Ok, type VerbInput } from '#contract/endpoint.ts'
import type { readTurnoverWager as contract, TurnoverWager } from '#contract/limits.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx, PlayerCtx, Tx } from '../deps.ts'
import { readPlayTerms } from '../wallet/index.ts'

export async function readTurnoverWager(
  ctx: PlayerCtx,
  { currency }: VerbInput<typeof contract>,
): Promise<Ok<TurnoverWager>> {
  const { total, left } = await turnoverOf(ctx.db.kysely, { playerId: ctx.caller.player.id, currency })
  const { turnoverMultiplier } = ctx.settings
  const isEnabled = turnoverMultiplier > 0
  return ok({
    isEnabled,
    total: isEnabled ? toWire(total) : 0,
    turnOverWager: turnoverMultiplier,
    turnOverWagerAmount: isEnabled ? toWire(left) : 0,
    currency,
  })
}

/** In subunits; zero without such a wallet. */
export async function turnoverOf(
  db: Ctx['db']['kysely'] | Tx,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<{ total: bigint; left: bigint }> {
  const turnover = (await readPlayTerms(db, { playerId, currency }))?.turnover
  if (!turnover || turnover.placed >= turnover.total) return { total: turnover?.total ?? 0n, left: 0n }
  return { total: turnover.total, left: turnover.total - turnover.placed }
}
