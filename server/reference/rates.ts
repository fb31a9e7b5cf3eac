/** Exchange rates as they were in force at a moment, for thresholds and display. Swaps alone convert money by them. */
import { type Kysely, type RawBuilder, type Expression, sql } from 'kysely'
import { shareNamed } from '../kernel/locks.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { Tx } from '../deps.ts'
import { findCurrency } from './currencies.ts'
import { type Rates, subjects } from './internal/subjects.ts'

export type { Rates } from './internal/subjects.ts'

export async function ratesAt(db: Kysely<Tables>, moment: Date): Promise<Rates> {
  const { rows } = await sql<{ data: unknown }>`SELECT reference.rates_at(${moment}) AS data`.execute(db)
  return subjects.rates.parse(rows[0]?.data)
}

/**
 * Waits for a change of the rates that is being committed; until the transaction ends there is no other. What settled
 * before is then converted at the same rates whenever it is counted. Taken before the rates are read.
 */
export async function lockRates(tx: Tx): Promise<void> {
  await shareNamed(tx, 'reference', 'rates')
}

/** SQL: an amount of `source` in `target` at the rates of that moment, in units as large as the source's subunits. */
export function exchange(
  amount: Expression<unknown>,
  source: Expression<string>,
  target: string,
  moment: Expression<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`sum(reference.exchange(${amount}, ${source}, ${target}, ${moment}))`
}

/** Converts between subunits of two currencies. Throws if a rate is missing. */
export function inSubunitsOf(exchanged: string | null, source: string, target: string): number {
  const [from, to] = [findCurrency(source), findCurrency(target)]
  if (exchanged === null || !from || !to) throw new Error(`no rate between ${source} and ${target}`)
  return (Number(exchanged) / from.subunitToUnit) * to.subunitToUnit
}
