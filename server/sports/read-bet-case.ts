/** A bet with its legs, decisions and movements, for operators. */
import type * as contract from '#contract/desk/rounds.ts'
import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import { readGrant } from '../bonuses/index.ts'
import { audit } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { defaultLocale } from '../kernel/locales.ts'
import { inUnits } from '../reference/index.ts'
import { listMovements } from '../wallet/index.ts'
import { readSelections } from './internal/bets.ts'

export async function readBetCase(
  ctx: DeskCtx,
  { betId }: VerbInput<typeof contract.readBetCase>,
): Promise<Result<contract.BetCase, 'betNotFound'>> {
  const { kysely } = ctx.db
  const bet = await kysely.selectFrom('sports.bets').selectAll().where('id', '=', betId).executeTakeFirst()
  if (!bet) return refuse('betNotFound')
  await audit(kysely, ctx, { action: 'bet-read', playerId: bet.player_id, detail: { bet: betId } })
  const [decisions, movements, discrepancy, freeBet, grant] = await Promise.all([
    kysely.selectFrom('sports.decisions').selectAll().where('bet', '=', betId).orderBy('sequence').execute(),
    listMovements(kysely, { kind: 'bet', id: betId }),
    kysely
      .selectFrom('sports.discrepancies')
      .select('found_at')
      .where('sportsbook', '=', bet.sportsbook)
      .where('bet_id', '=', bet.bet_id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst(),
    bet.free_bet_id === null
      ? undefined
      : kysely
          .selectFrom('sports.free_bets')
          .select(['id', 'definition'])
          .where('id', '=', bet.free_bet_id)
          .executeTakeFirst(),
    bet.bonus_id === null ? null : readGrant(kysely, bet.bonus_id, defaultLocale),
  ])
  const money = (amount: bigint) => inUnits(amount, bet.currency)
  return ok({
    id: bet.id,
    sportsbook: bet.sportsbook,
    betId: bet.bet_id,
    playerId: bet.player_id,
    status: bet.status,
    kind: bet.kind,
    systemSizes: bet.system_sizes,
    isEachWay: bet.is_each_way,
    oddsPolicy: bet.odds_policy,
    stake: money(bet.stake),
    openStake: money(bet.open_stake),
    payout: money(bet.payout),
    maximumPayout: money(bet.maximum_payout),
    expectedPayout: bet.expected_payout === null ? null : money(bet.expected_payout),
    cashedOut: money(bet.cashed_out),
    cashedOutStake: money(bet.cashed_out_stake),
    bonusStake: money(bet.bonus_stake),
    bonus: bet.bonus_id === null ? null : { id: bet.bonus_id, name: grant?.name ?? bet.bonus_id },
    forfeited: money(bet.forfeited),
    freeBet: freeBet ?? null,
    debt: money(bet.debt),
    placedAt: bet.placed_at.toISOString(),
    endedAt: bet.ended_at?.toISOString() ?? null,
    legs: readSelections(bet.selections).map(({ id, names, odds, isLive, startsAt, result, placeResult }) => ({
      id,
      sport: names.sport,
      event: names.event,
      market: names.market,
      outcome: names.outcome,
      odds,
      isLive,
      startsAt: new Date(startsAt).toISOString(),
      result: result ?? null,
      placeResult: placeResult ?? null,
    })),
    decisions: decisions.map(({ sequence, call, payout, open_stake, is_applied, reason, actor, at }) => ({
      sequence,
      call,
      payout: money(payout),
      openStake: money(open_stake),
      isApplied: is_applied,
      reason,
      actor,
      at: at.toISOString(),
    })),
    movements,
    differsSince: discrepancy?.found_at.toISOString() ?? null,
  })
}
