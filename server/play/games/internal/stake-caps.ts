/**
 * What the law of a country says of a bet: the maximum stake of a slot round, or that the game or a jackpot is not
 * offered. For the posting function, which knows the player's country and age.
 */
import type { Deps } from '../../../deps.ts'
import {
  barredFromJackpots,
  gamesExcludedByLaw,
  type HighestStake,
  highestStakes,
  isGameExcluded,
} from '../../../kernel/policy.ts'
import { atRate } from '../../../reference/index.ts'
import { findGame } from './catalogue.ts'
import { findStudio } from './studio-call.ts'

export function stakeCapsOf(
  ctx: Deps,
  { studio, gameId, currency }: { studio: string; gameId: string; currency: string },
): { stakeCaps?: string } {
  // Shipped policies state either only as the term of a licence.
  if (ctx.settings.licences.size === 0 && ctx.settings.policyDir === null) return {}
  const game = findStudio(ctx, studio)?.outside?.find(gameId) ?? findGame(ctx, gameId)?.game
  if (!game) return {}
  const stakes = game.kind === 'slot' ? highestStakes(ctx.settings) : new Map<string, HighestStake | null>()
  const excluded = gamesExcludedByLaw(ctx.settings)
  if (stakes.size === 0 && excluded.size === 0) return {}
  const inCurrency = (amount: string) => Number(atRate(amount, currency, ctx.reference.rates()))
  const capOf = ({ amount, young }: HighestStake) => [
    inCurrency(amount),
    ...(young ? [young.below, inCurrency(young.amount)] : []),
  ]
  const lawOf = (country: string) => {
    if (isGameExcluded(game, excluded.get(country) ?? [])) return []
    const cap = stakes.get(country)
    return cap ? capOf(cap) : null
  }
  const countries = new Set([...stakes.keys(), ...excluded.keys()])
  return { stakeCaps: JSON.stringify(Object.fromEntries([...countries].map((each) => [each, lawOf(each)]))) }
}

/** Countries whose law forbids jackpots, as for games with one. */
export function ticketsBarred({ settings }: Pick<Deps, 'settings'>): { ticketsBarredIn?: string } {
  const barred = barredFromJackpots(settings)
  return barred ? { ticketsBarredIn: barred } : {}
}
