/** The terms of a swap that do not depend on balances: currencies, current rates, and the minimum amount. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps, Tx } from '../../../deps.ts'
import { baseCurrency, findCurrency, isOfferedIn, readUsableRates } from '../../../reference/index.ts'
import { convert, convertBackUp, type Pair } from './rate.ts'

export type CurrencyPair = { from: string; to: string }
export type Terms = {
  pair: Pair
  /** Converts an amount to the base currency, without the spread. */
  toBase: Pair
  ratesVersion: number
  min: bigint
}
export type TermsRefusal = 'currencyNotOffered' | 'swapsUnavailable'

const dayMs = 86_400_000

export async function readTerms(
  tx: Tx,
  deps: KernelDeps,
  { from, to }: CurrencyPair,
): Promise<Result<Terms, TermsRefusal>> {
  const { settings } = deps
  if (from === to) return refuse('currencyNotOffered')
  // Currencies are locked in the order of their codes, as when an operator switches them.
  for (const code of [from, to].toSorted()) if (!(await isOfferedIn(tx, code))) return refuse('currencyNotOffered')
  if (settings.swaps.dailyLimit === 0) return refuse('swapsUnavailable')
  const usable = await readUsableRates(tx, deps, [from, to])
  if (!usable) return refuse('swapsUnavailable')
  const side = (code: string) => ({
    rate: usable.rates[code]!,
    subunitToUnit: findCurrency(code)!.subunitToUnit,
  })
  const pair = { from: side(from), to: side(to), spreadPercent: settings.swaps.spreadPercent }
  const toBase = { from: side(from), to: side(baseCurrency), spreadPercent: 0 }
  const minimum = convertBackUp(inBase(settings.swaps.minimum), toBase)
  // A swap must yield at least one subunit.
  const forOneSubunit = convertBackUp(1n, pair)
  return ok({ pair, toBase, ratesVersion: usable.version, min: minimum > forOneSubunit ? minimum : forOneSubunit })
}

/**
 * The remainder of the player's daily limit, in subunits of the base currency. Callers that enforce the limit must have locked
 * the player.
 */
export async function leftToday(
  db: Tx | Ctx['db']['kysely'],
  { clock, settings }: KernelDeps,
  playerId: string,
): Promise<bigint> {
  const { sum } = await db
    .selectFrom('wallet.swaps')
    .select(({ fn }) => fn.sum<string | null>('base_amount').as('sum'))
    .where('player_id', '=', playerId)
    .where('confirmed_at', '>', new Date(clock.now().getTime() - dayMs))
    .executeTakeFirstOrThrow()
  const left = inBase(settings.swaps.dailyLimit) - BigInt(sum ?? 0)
  return left > 0n ? left : 0n
}

/** The largest amount whose value in the base currency is at most `limit`. */
export function maxWithin(limit: bigint, toBase: Pair): bigint {
  return convert(limit, { from: toBase.to, to: toBase.from, spreadPercent: 0 })
}

function inBase(units: number): bigint {
  return BigInt(Math.round(units * findCurrency(baseCurrency)!.subunitToUnit))
}
