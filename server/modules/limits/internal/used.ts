/** How much of a deposit limit is used: every deposit of the whole account, whatever its currency. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { findCurrency } from '../../reference/list-currencies.ts'
import { reservedForMs } from '../reservation.ts'
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

/** The part of it that deposits under way have reserved, and until when the last of them does. */
export async function reservedWithin(
  db: Kysely<Tables>,
  { playerId, currency, window }: { playerId: string; currency: string; window: Window },
): Promise<{ amount: bigint; until: Date | null }> {
  const sums = await db
    .selectFrom('limits.deposits')
    .select(({ fn }) => ['currency', fn.sum<string>('amount').as('amount'), fn.max('at').as('last')])
    .where('player_id', '=', playerId)
    .where('at', '>=', window.from)
    .where('at', '<', window.to)
    .where('released_at', 'is', null)
    .where('is_credited', '=', false)
    .groupBy('currency')
    .execute()
  const last = Math.max(...sums.map((sum) => sum.last.getTime()))
  return {
    amount: sums.reduce((total, sum) => total + inCurrency(BigInt(sum.amount), sum.currency, currency), 0n),
    until: sums.length > 0 ? new Date(last + reservedForMs) : null,
  }
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
