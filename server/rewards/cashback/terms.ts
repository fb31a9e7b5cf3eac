/** The terms of a week: those in force when it started, or the first that came into force during it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { type Definition, readFirstWithin, readInForce } from '../../kernel/definitions/definitions.ts'
import { readCashbackPercent } from '../loyalty/read-cashback-percent.ts'
import { amountIn, ratesAt } from '../../reference/index.ts'
import { type CashbackDefinition, cashbackIdentity, cashbackKind } from './kind.ts'
import type { Terms } from './internal/amount.ts'
import { endOfWeek } from './internal/week.ts'

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

/**
 * Amounts at the rates of the week's start, so that they do not move during it. The percentage is the definition's, or
 * that of the player's current level, by the ladder of that week, where it is higher.
 */
export async function termsFor(
  db: Kysely<Tables>,
  deps: KernelDeps,
  { data: { percent, min, max } }: Definition<CashbackDefinition>,
  { playerId, currency, start }: { playerId: string; currency: string; start: Date },
): Promise<Terms> {
  const rates = await ratesAt(db, start)
  const ofLevel = await readCashbackPercent(db, deps, { playerId, start, end: endOfWeek(start) })
  return {
    percent: Math.max(percent, ofLevel),
    min: amountIn(min, currency, rates),
    max: amountIn(max, currency, rates),
  }
}
