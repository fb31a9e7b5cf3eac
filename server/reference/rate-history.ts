/** Rates as exact fractions at any moment of a time, for counting in memory: as `reference.rates_at` has them in SQL. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { currencies } from './currencies.ts'

export type Fraction = { numerator: bigint; denominator: bigint }
/** Subunits of a currency for one unit of the base currency. */
export type ExactRates = ReadonlyMap<string, Fraction>
export type RateHistory = {
  /** `moment`: microseconds since 1970. */
  at(moment: number): ExactRates
}

/** `from` and `to`: microseconds. The caller has locked the rates. */
export async function readRateHistory(
  db: Kysely<Tables>,
  { from, to }: { from: number; to: number },
): Promise<RateHistory> {
  const at = (micros: number) => sql`to_timestamp(0) + ${micros} * interval '1 microsecond'`
  const { rows } = await sql<{ from: number; rates: Record<string, string> }>`
    SELECT round(date_part('epoch', at) * 1000000)::float8 AS "from",
      (SELECT json_object_agg(key, value) FROM jsonb_each_text(data)) AS rates
    FROM reference.versions
    WHERE subject = 'rates' AND (version = 1 OR at <= ${at(to)} AND at >= coalesce(
      (SELECT max(at) FROM reference.versions WHERE subject = 'rates' AND at <= ${at(from)}), '-infinity'))
    ORDER BY at, version`.execute(db)
  const versions = rows.map(({ from: since, rates }) => ({ since, rates: exactRates(rates ?? {}) }))
  const latestFirst = versions.toReversed()
  const none: ExactRates = new Map()
  return { at: (moment) => (latestFirst.find(({ since }) => since <= moment) ?? versions[0])?.rates ?? none }
}

/** `rates`: units for one unit of the base currency, in decimals as they are stored. Currencies that this build lacks are left out. */
export function exactRates(rates: Record<string, string>): ExactRates {
  return new Map(
    currencies.flatMap(({ code, subunitToUnit }) => {
      const decimal = rates[code]
      if (decimal === undefined) return []
      const { numerator, denominator } = fractionOf(decimal)
      return [[code, { numerator: numerator * BigInt(subunitToUnit), denominator }] as const]
    }),
  )
}

/** 5.43 is 543 of 100. A number in jsonb has no exponent. */
function fractionOf(decimal: string): Fraction {
  const [whole = '', part = ''] = decimal.split('.')
  return { numerator: BigInt(whole + part), denominator: 10n ** BigInt(part.length) }
}
