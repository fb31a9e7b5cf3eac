/** Stakes of a game in a currency: a ladder for the page, and any multiple of the game's unit within its limits. */
import { type GameMaths, isFloor, isStepped } from '../maths.ts'
import type { Volatility } from '../slot-engine/definition.ts'
import type { Choice } from '../slot-engine/outcome.ts'
import { studioCurrencies } from './currencies.ts'

export type Stakes = { unit: number; min: number; max: number; ladder: number[]; default: number }

const steps = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1_000]
/**
 * The maximum stake by volatility, in coins of about a cent: lower for longer odds, so that the maximum win stays
 * within the limit.
 */
const highestCoins: Record<Volatility, number> = { low: 10_000, medium: 6_000, high: 2_500, extreme: 2_000 }
const usualCoins = 100

/** Returns null for a currency that the studio does not offer. */
export function stakesFor(game: GameMaths, currencyCode: string): Stakes | null {
  const currency = studioCurrencies.get(currencyCode)
  if (!currency) return null
  const most = (isFloor(game) && game.mostCoins) || highestCoins[game.volatility]
  const coins = steps.map((step) => step * game.unit).filter((count) => count <= most)
  const ladder = coins.map((count) => count * currency.coin)
  const usual = coins.find((count) => count >= usualCoins) ?? coins[0]!
  return { unit: game.unit, min: ladder[0]!, max: ladder.at(-1)!, ladder, default: usual * currency.coin }
}

export function isStakeAllowed(stakes: Stakes, stake: number): boolean {
  return Number.isSafeInteger(stake) && stake >= stakes.min && stake <= stakes.max && stake % stakes.unit === 0
}

/** The highest stake of a choice; lower than the game's if the odds of the choice are long. */
export function highestStake(
  { maths, launch }: { maths: GameMaths; launch: { currency: string } },
  choice: Choice,
): number {
  if (!isStepped(maths) || !maths.highestCoins) return Infinity
  return maths.highestCoins(choice) * (studioCurrencies.get(launch.currency)?.coin ?? 0)
}
