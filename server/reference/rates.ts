/** Exchange rates in force at a given time, for thresholds and display. Only swaps convert money by them. */
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
 * Waits for a change of the rates that is being committed and prevents others until the transaction ends, so that
 * settled amounts are converted at the same rates whenever they are counted. Call it before reading the rates.
 */
export async function lockRates(tx: Tx): Promise<void> {
  await shareNamed(tx, 'reference', 'rates')
}

/**
 * SQL that converts an amount of `source` to `target` at the rates of that time, in units as large as source subunits.
 */
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
