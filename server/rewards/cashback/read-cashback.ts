/** The cashback of the current week so far, and of the last ones, in each currency of the player. */
import type * as contract from '#contract/bonuses.ts'
import { ok, type Ok, type ReplyOf, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { PlayerCtx } from '../../deps.ts'
import { sumCashRewards } from '../sum-cash-rewards.ts'
import { findCurrency } from '../../reference/index.ts'
import { listCurrenciesOf } from '../../wallet/index.ts'
import { cashbackOf, countedOf } from './internal/amount.ts'
import { weekOf } from './internal/week.ts'
import { definitionOf, termsFor } from './terms.ts'

type Read = typeof contract.readCashback
type Cashback = ReplyOf<Read>[number]

const shownWeeks = 4

export async function readCashback(ctx: PlayerCtx, { currency }: VerbInput<Read>): Promise<Ok<ReplyOf<Read>>> {
  const db = ctx.db.kysely
  const week = weekOf(ctx.clock.now())
  const definition = await definitionOf(db, week)
  if (!definition) return ok([])
  const own = (await listCurrenciesOf(db, ctx.caller.player.id)).filter((code) => findCurrency(code))
  const currencies = currency === undefined ? own : own.filter((code) => code === currency)
  return ok(await Promise.all(currencies.map((code) => readOne(ctx, code, week, definition))))
}

async function readOne(
  ctx: PlayerCtx,
  currency: string,
  week: { start: Date; end: Date },
  definition: NonNullable<Awaited<ReturnType<typeof definitionOf>>>,
): Promise<Cashback> {
  const { caller } = ctx
  const db = ctx.db.kysely
  const playerId = caller.player.id
  const rows = await db
    .selectFrom('rewards.cashback_periods')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .orderBy('starts_at', 'desc')
    .limit(shownWeeks + 1)
    .execute()
  const current = rows.find(({ starts_at }) => starts_at.getTime() === week.start.getTime())
  const { staked, won } = current ? countedOf(current, definition.data) : { staked: 0n, won: 0n }
  const terms = await termsFor(db, ctx, definition, { playerId, currency, start: week.start })
  const rewards = await sumCashRewards(db, { playerId, currency, from: week.start, to: week.end })
  return {
    currency,
    name: definition.data.name[caller.locale] ?? definition.data.name.en,
    percent: terms.percent,
    minAmount: toWire(terms.min),
    maxAmount: toWire(terms.max),
    startsAt: week.start.toISOString(),
    endsAt: week.end.toISOString(),
    staked: toWire(staked),
    won: toWire(won),
    rewards: toWire(rewards),
    amount: toWire(cashbackOf({ staked, won, rewards }, terms)),
    past: rows
      .filter(({ starts_at }) => starts_at < week.start)
      .slice(0, shownWeeks)
      .map((row) => ({
        startsAt: row.starts_at.toISOString(),
        amount: row.amount === null ? null : toWire(row.amount),
      })),
  }
}
