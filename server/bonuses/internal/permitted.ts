/** Which offers the policy of a country permits. */
import type { GameDeps } from '../../deps.ts'
import { isGameExcluded, type Policy } from '../../kernel/policy.ts'
import { isMoney, type OfferDefinition, wagerOf } from '../offer-kind.ts'

export type PolicyRule = 'wageringCap' | 'noDepositBonus' | 'firstDepositOnly' | 'gameExcluded'

/** The rule that an offer breaks; null if it is permitted. */
export function brokenRule(
  offer: OfferDefinition,
  { wageringCap, welcomeBonus, games }: Pick<Policy, 'wageringCap' | 'welcomeBonus' | 'games'>,
  deps: GameDeps,
): PolicyRule | null {
  if (!isMoney(offer) && isExcludedBy({ games }, deps, offer.spins.gameId)) return 'gameExcluded'
  if ((wagerOf(offer)?.wagering ?? 0) > wageringCap) return 'wageringCap'
  if (offer.trigger === 'reward' || welcomeBonus === 'any') return null
  if (welcomeBonus === 'none') return 'noDepositBonus'
  const { isOnce, depositNumber } = offer
  return isOnce && depositNumber?.from === 1 && depositNumber.to === 1 ? null : 'firstDepositOnly'
}

/** Whether the policy excludes the game of these free spins, which could then never be played. */
export function isExcludedBy(
  { games: { excluded } }: Pick<Policy, 'games'>,
  { partners: { gameStudios } }: GameDeps,
  gameId: string,
): boolean {
  if (excluded.length === 0) return false
  const game = gameStudios
    .values()
    .flatMap(({ games }) => games)
    .find(({ slug }) => slug === gameId)
  return game !== undefined && isGameExcluded(game, excluded)
}
