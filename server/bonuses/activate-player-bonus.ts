/** Activates an issued bonus or set of free spins. Of fifty concurrent requests, one succeeds. */
import type * as contract from '#contract/bonuses.ts'
import { BonusStatus } from '#contract/bonuses.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx, Tx } from '../deps.ts'
import { hasCashBetAbove, hasOpenCashStake } from '../ledger/index.ts'
import { isExcludedIn } from '../protection/index.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import { lockStatus, policyOf } from '../identity/index.ts'
import { isOfferedIn, refuseWhereRestricted } from '../reference/index.ts'
import { isExcludedBy } from './internal/permitted.ts'
import { activate } from './internal/play-with.ts'
import { lockOwnBonus, lockOwnFreespin, moveFreespin, presentBonus, presentFreespin } from './internal/rows.ts'

type Bonus = typeof contract.activatePlayerBonus
type Freespin = typeof contract.activatePlayerFreespin

export async function activatePlayerBonus(
  ctx: PlayerCtx,
  { id }: VerbInput<Bonus>,
): Promise<Result<ReplyOf<Bonus>, RefusalOf<Bonus>>> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  return ctx.db.transaction(async (tx): Promise<Result<ReplyOf<Bonus>, RefusalOf<Bonus>>> => {
    if (await isBlocked(tx, ctx.caller.player.id)) return refuse('notIssued')
    if (await isExcludedIn(tx, ctx, ctx.caller.player.id)) return refuse('playerExcluded')
    const row = await lockOwnBonus(tx, ctx.caller.player.id, id)
    if (!row) return refuse('bonusNotFound')
    if (row.status !== BonusStatus.issued || row.expires_at <= ctx.clock.now()) return refuse('notIssued')
    if (!(await isOfferedIn(tx, row.currency))) return refuseCurrency(ctx)
    // The stake of an open round may be returned, so cash would be protected from losses while bonus money is staked.
    const wallet = { playerId: row.player_id, currency: row.currency }
    if (await hasOpenCashStake(tx, wallet)) return refuse('roundIsOpen')
    // Once the bonus is active, sports bets above the same maximum are refused.
    if (row.max_bet !== null && (await hasCashBetAbove(tx, { ...wallet, stake: row.max_bet })))
      return refuse('roundIsOpen', { message: playerTexts(ctx).notice('betIsOpen') })
    const active = await activate(tx, ctx, row)
    return active.ok ? ok(await presentBonus(tx, active.value, ctx.caller.locale)) : active
  })
}

export async function activatePlayerFreespin(
  ctx: PlayerCtx,
  { id }: VerbInput<Freespin>,
): Promise<Result<ReplyOf<Freespin>, RefusalOf<Freespin>>> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  return ctx.db.transaction(async (tx): Promise<Result<ReplyOf<Freespin>, RefusalOf<Freespin>>> => {
    if (await isBlocked(tx, ctx.caller.player.id)) return refuse('notIssued')
    if (await isExcludedIn(tx, ctx, ctx.caller.player.id)) return refuse('playerExcluded')
    const row = await lockOwnFreespin(tx, ctx.caller.player.id, id)
    if (!row) return refuse('bonusNotFound')
    if (row.status !== BonusStatus.issued || row.expires_at <= ctx.clock.now()) return refuse('notIssued')
    if (!(await isOfferedIn(tx, row.currency))) return refuseCurrency(ctx)
    if (isExcludedBy(await policyOf(tx, ctx.settings, row.player_id), ctx, row.game_id))
      return refuse('countryRestricted')
    return ok(
      presentFreespin(
        await moveFreespin(tx, row, { move: 'activated', by: 'player', at: ctx.clock.now() }, ctx.caller.locale),
        ctx.caller.locale,
      ),
    )
  })
}

/** The account may have been blocked or closed since the call was authenticated. */
const isBlocked = async (tx: Tx, playerId: string): Promise<boolean> =>
  ['blocked', 'closed'].includes(await lockStatus(tx, playerId))

/** The bonus stays issued and can be activated within its term once the currency is offered again. */
function refuseCurrency(ctx: PlayerCtx) {
  return refuse('currencyNotOffered', { message: playerTexts(ctx).notice('currencySwitchedOff') })
}
