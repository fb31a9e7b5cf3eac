/** The player's bets, settled or open, newest first; open ones with what a cash-out pays now. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type * as contract from '#contract/sportsbook.ts'
import type { PlayerCtx } from '../deps.ts'
import { type BetRow, presentBet } from './internal/bets.ts'

type Call = typeof contract.listBets

export async function listBets(
  ctx: PlayerCtx,
  { isSettled, betId, page, perPage }: VerbInput<Call>,
): Promise<Result<ReplyOf<Call>>> {
  const own = ctx.db.kysely.selectFrom('sports.bets').where('player_id', '=', ctx.caller.player.id)
  const listed =
    betId === undefined ? own.where('ended_at', isSettled ? 'is not' : 'is', null) : own.where('bet_id', '=', betId)
  const { total } = await listed.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = await listed
    .selectAll()
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const debts = await own
    .select(['currency', ({ fn }) => fn.sum<string>('debt').as('amount')])
    .where('debt', '>', 0n)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  const quotes = await quotesOf(ctx, rows)
  return ok({
    data: rows.map((row) => presentBet(row, quotes.get(row.bet_id) ?? null)),
    meta: {
      total: Number(total),
      page,
      perPage,
      debts: debts.map(({ currency, amount }) => ({ currency, amount: toWire(BigInt(amount)) })),
    },
  })
}

/** Without an answer of the sportsbook no cash-out is shown. */
async function quotesOf({ partners: { sportsbook } }: PlayerCtx, rows: BetRow[]): Promise<Map<string, number | null>> {
  const ids = rows
    .filter((row) => row.status === 'accepted' && row.sportsbook === sportsbook?.slug)
    .map(({ bet_id }) => bet_id)
  if (!sportsbook || ids.length === 0) return new Map()
  const quoted = await sportsbook.quoteCashOuts(ids)
  return new Map(quoted.ok ? quoted.value.quotes.map(({ betId, amount }) => [betId, amount]) : [])
}
