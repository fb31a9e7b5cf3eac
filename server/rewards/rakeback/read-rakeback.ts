/** What the player can claim, in each currency: all of the player's while rakeback is offered, then those with a rest. */
import { ok, type Ok, type ReplyOf, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type * as contract from '#contract/rakeback.ts'
import type { Rakeback } from '#contract/rakeback.ts'
import type { PlayerCtx } from '../../deps.ts'
import type { Definition } from '../../kernel/definitions/definitions.ts'
import { amountIn, findCurrency, type Rates, ratesAt } from '../../reference/index.ts'
import { listCurrenciesOf } from '../../wallet/index.ts'
import { availableOf } from './internal/available.ts'
import { type RakebackDefinition, readCurrentTerms } from './kind.ts'

type Read = typeof contract.readRakeback

const nothing = { earned: 0n, claimed: 0n, claimed_at: null }

export async function readRakeback(ctx: PlayerCtx, { currency }: VerbInput<Read>): Promise<Ok<ReplyOf<Read>>> {
  const db = ctx.db.kysely
  const playerId = ctx.caller.player.id
  const terms = await readCurrentTerms(db)
  if (!terms) return ok([])
  const rows = await db.selectFrom('rewards.rakebacks').selectAll().where('player_id', '=', playerId).execute()
  const held = new Map(rows.map((row) => [row.currency, row]))
  const own = new Set([...(await listCurrenciesOf(db, playerId)), ...held.keys()])
  const rates = await ratesAt(db, ctx.clock.now())
  return ok(
    [...own]
      .filter((code) => findCurrency(code))
      .filter((code) => currency === undefined || code === currency)
      .filter((code) => terms.state === 'active' || availableOf(held.get(code) ?? nothing) > 0n)
      .map((code) =>
        presentRakeback(terms, held.get(code) ?? nothing, { currency: code, rates, locale: ctx.caller.locale }),
      ),
  )
}

type Balance = { earned: bigint; claimed: bigint; claimed_at: Date | null }

export function presentRakeback(
  { data, state }: Definition<RakebackDefinition>,
  { earned, claimed, claimed_at }: Balance,
  { currency, rates, locale }: { currency: string; rates: Rates; locale: string },
): Rakeback {
  return {
    currency,
    name: data.name[locale] ?? data.name.en,
    percent: data.percent,
    isEnded: state !== 'active',
    minAmount: toWire(amountIn(data.min, currency, rates)),
    amount: toWire(availableOf({ earned, claimed })),
    claimed: toWire(claimed),
    claimedAt: claimed_at?.toISOString() ?? null,
  }
}
