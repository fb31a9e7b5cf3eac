/** Reads what an operator wants to grant: that it exists, and can be granted in its currency. */
import type { Kysely } from 'kysely'
import type { GrantedReward } from '#contract/desk/rewards.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { currencyFault, isMoney, readRewardOffers, spinsFault } from '../bonuses/index.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { fromDecimal } from '../kernel/decimal.ts'
import { findCurrency } from '../reference/index.ts'
import { readRewardFreeBets } from '../sports/index.ts'
import type { EarnedReward } from './reward.ts'

type Refusal = 'amountInvalid' | 'currencyNotOffered' | 'notDefined' | 'notGrantable'

export async function readGrantable(db: Kysely<Tables>, reward: GrantedReward): Promise<Result<EarnedReward, Refusal>> {
  if (reward.kind === 'points') return ok(reward)
  const { currency } = reward
  if (!findCurrency(currency))
    return refuse('currencyNotOffered', { message: `${currency || 'This'} is not a currency of the site.` })
  if (reward.kind === 'cash') {
    const amount = fromDecimal(reward.amount, currency)
    return amount ? ok({ kind: 'cash', currency, amount }) : refuse('amountInvalid')
  }
  const { id } = reward
  if (reward.kind === 'freeBet')
    return (await readRewardFreeBets(db)).has(id)
      ? ok({ kind: 'freeBet', currency, freeBetId: id })
      : refuse('notDefined')
  const offer = (await readRewardOffers(db)).get(id)
  if (!offer) return refuse('notDefined')
  const fault = isMoney(offer) ? null : (spinsFault(offer.spins) ?? currencyFault(offer.spins, currency))
  if (fault) return refuse('notGrantable', { message: `${id} cannot be granted in ${currency}: ${fault}` })
  return ok({ kind: 'offer', currency, bonusId: id })
}
