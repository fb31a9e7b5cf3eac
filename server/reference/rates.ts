/** Exchange rates in force at a given time, for thresholds and display. Only swaps convert money by them. */
import { type Kysely, type RawBuilder, type Expression, sql } from 'kysely'
import type { Side } from '#contract/exchange.ts'
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

/** One side of a conversion at these rates. Throws for an unknown currency or one without a rate. */
export function sideOf(currency: string, rates: Rates): Side {
  const [rate, known] = [rates[currency], findCurrency(currency)]
  if (rate === undefined || !known) throw new Error(`no rate of ${currency}`)
  return { rate, subunitToUnit: known.subunitToUnit }
}

/** SQL: the sum of amounts of `source` in subunits of `target`, each at the rates of its time; null without a rate. */
export function sumExchangedUp(
  amount: Expression<unknown>,
  source: Expression<string>,
  target: string,
  moment: Expression<unknown>,
): RawBuilder<bigint | null> {
  return sql<
    bigint | null
  >`ceil(sum(reference.at_rates(${amount}, ${source}, ${target}, reference.rates_at(${moment}))))::bigint`
}
