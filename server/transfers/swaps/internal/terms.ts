/** The terms of a swap that do not depend on balances: currencies, rates in force, and bounds in the base currency. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Ctx, KernelDeps, Tx } from '../../../deps.ts'
import { baseCurrency, findCurrency, isOfferedIn, readUsableRates } from '../../../reference/index.ts'
import { convert, convertBackUp, type Pair } from './rate.ts'

export type CurrencyPair = { from: string; to: string }
export type Terms = {
  pair: Pair
  /** Converts an amount to the base currency, without the spread. */
  worth: Pair
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
  const worth = { from: side(from), to: side(baseCurrency), spreadPercent: 0 }
  const least = convertBackUp(inBase(settings.swaps.minimum), worth)
  // A swap must yield at least one subunit, so that no money is taken without a return.
  const forOne = convertBackUp(1n, pair)
  return ok({ pair, worth, ratesVersion: usable.version, min: least > forOne ? least : forOne })
}

/**
 * The remainder of the player's daily limit, in subunits of the base currency. A caller that decides by it must have
 * locked the player.
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

/** The largest amount that is worth at most `left` in the base currency. */
export function maxWithin(left: bigint, worth: Pair): bigint {
  return convert(left, { from: worth.to, to: worth.from, spreadPercent: 0 })
}

function inBase(units: number): bigint {
  return BigInt(Math.round(units * findCurrency(baseCurrency)!.subunitToUnit))
}
