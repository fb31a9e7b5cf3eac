/** How much of a deposit limit is used: every deposit of the whole account, whatever its currency. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { findCurrency } from '../../settings/list-currencies.ts'
import type { Window } from './periods.ts'

/** The sum in the limit's currency. Its own currency counts exactly, others at the rates of the house, rounded up. */
export async function usedWithin(
  db: Kysely<Tables>,
  { playerId, currency, window }: { playerId: string; currency: string; window: Window },
): Promise<bigint> {
  const sums = await db
    .selectFrom('limits.deposits')
    .select(({ fn }) => ['currency', fn.sum<string>('amount').as('amount')])
    .where('player_id', '=', playerId)
    .where('at', '>=', window.from)
    .where('at', '<', window.to)
    .where('released_at', 'is', null)
    .groupBy('currency')
    .execute()
  return sums.reduce((total, sum) => total + inCurrency(BigInt(sum.amount), sum.currency, currency), 0n)
}

/** What an amount is worth in another currency, in its subunits. A currency that is offered no more counts by its last known worth: nothing is let through for want of a rate. */
export function inCurrency(amount: bigint, from: string, to: string): bigint {
  if (from === to) return amount
  const [source, target] = [findCurrency(from), findCurrency(to)]
  if (!source || !target) throw new Error(`no rate between ${from} and ${to}`)
  return BigInt(
    Math.ceil((Number(amount) / source.subunitToUnit / source.rate.rate) * target.rate.rate * target.subunitToUnit),
  )
}
