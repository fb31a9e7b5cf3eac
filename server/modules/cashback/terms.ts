/** The terms of a week: those in force when it started, or the first that came into force during it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Definition, readFirstWithin, readInForce } from '../definitions/definitions.ts'
import { amountIn } from '../reference/amounts.ts'
import { ratesAt } from '../reference/rates.ts'
import { type CashbackDefinition, cashbackIdentity, cashbackKind } from './kind.ts'
import type { Terms } from './internal/amount.ts'

type Week = { start: Date; end: Date }

export async function definitionOf(
  db: Kysely<Tables>,
  { start, end }: Week,
): Promise<Definition<CashbackDefinition> | undefined> {
  return (
    (await readInForce(db, cashbackKind, cashbackIdentity, start)) ??
    readFirstWithin(db, cashbackKind, cashbackIdentity, { start, end })
  )
}

/** Amounts at the rates of the week's start, so that they do not move during it. */
export async function termsIn(
  db: Kysely<Tables>,
  { data: { percent, min, max } }: Definition<CashbackDefinition>,
  currency: string,
  { start }: Week,
): Promise<Terms> {
  const rates = await ratesAt(db, start)
  return { percent, min: amountIn(min, currency, rates), max: amountIn(max, currency, rates) }
}
