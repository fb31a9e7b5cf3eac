/** The statutory maximum stakes of a slot round, for the posting function, which knows the player's country and age. */
import type { Ctx } from '../../../deps.ts'
import { type HighestStake, highestStakes } from '../../../platform/policy.ts'
import { atRate } from '../../reference/amounts.ts'
import { findGame } from './catalogue.ts'

export function stakeCapsOf(
  ctx: Pick<Ctx, 'settings' | 'reference' | 'partners'>,
  { gameId, currency }: { gameId: string; currency: string },
): { stakeCaps?: string } {
  // Shipped policies state one only as the term of a licence.
  if (ctx.settings.licences.size === 0 && ctx.settings.policyDir === null) return {}
  const stakes = highestStakes(ctx.settings)
  if (stakes.size === 0 || findGame(ctx, gameId)?.game.kind !== 'slot') return {}
  const inCurrency = (amount: string) => Number(atRate(amount, currency, ctx.reference.rates()))
  const capOf = ({ amount, young }: HighestStake) => [
    inCurrency(amount),
    ...(young ? [young.below, inCurrency(young.amount)] : []),
  ]
  return {
    stakeCaps: JSON.stringify(Object.fromEntries([...stakes].map(([country, cap]) => [country, cap && capOf(cap)]))),
  }
}
