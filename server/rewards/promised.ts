/** Offers and free bets that rewards refer to, as currently defined, to show their names and terms. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { readRewardOffers, type RewardOffers } from '../bonuses/index.ts'
import { amountIn, type Rates } from '../reference/index.ts'
import { readRewardFreeBets, type RewardFreeBets } from '../sports/index.ts'

export type Promised = { offers: RewardOffers; freeBets: RewardFreeBets }

export async function readPromised(db: Kysely<Tables>): Promise<Promised> {
  return { offers: await readRewardOffers(db), freeBets: await readRewardFreeBets(db) }
}

const daySeconds = 86_400

/** Describes a free bet in one currency and language; null if an operator has ended its definition. */
export function freeBetIn(
  { freeBets }: Promised,
  identity: string,
  { currency, rates, locale }: { currency: string; rates: Rates; locale: string },
) {
  const found = freeBets.get(identity)
  if (!found) return null
  const names: Record<string, string> = found.name
  return {
    name: names[locale] ?? found.name.en,
    amount: amountIn(found.amount, currency, rates),
    currency,
    minOdds: found.minOdds,
    expiresAfterSeconds: found.days * daySeconds,
  }
}
