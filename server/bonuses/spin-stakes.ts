/** The stake of free spins, which must be one that their game accepts in each currency. */
import { mathsOf } from '#games/games.ts'
import { isStepped } from '#games/maths.ts'
import { isStakeAllowed, type Stakes, stakesFor } from '#games/studio/stakes.ts'
import { amountIn, baseCurrency, formatAmount, inSubunits, type Rates } from '../reference/index.ts'
import type { SpinsOffer } from './offers.ts'

type Spins = SpinsOffer['spins']

/** Undefined for a game of another studio, null for a currency that the game does not accept. */
function stakesOf({ gameId }: Spins, currency: string): Stakes | null | undefined {
  const maths = mathsOf(gameId)
  return maths && stakesFor(maths, currency)
}

/** The stake is never less than promised: a converted amount is rounded up to a stake of the game. */
export function spinStake(spins: Spins, currency: string, rates: Rates): bigint {
  const amount = amountIn(spins.amount, currency, rates)
  const stakes = stakesOf(spins, currency)
  if (!stakes) return amount
  const unit = BigInt(stakes.unit)
  const stake = ((amount + unit - 1n) / unit) * unit
  const [min, max] = [BigInt(stakes.min), BigInt(stakes.max)]
  return stake < min ? min : stake > max ? max : stake
}

/** Why these spins could not be played, as `rule: message`; null if they can. */
export function spinsFault(spins: Spins): string | null {
  const { gameId, amount } = spins
  const maths = mathsOf(gameId)
  if (maths && isStepped(maths) && 'mostHands' in maths.definition)
    return `oneStake: a round of ${gameId} may need a second stake, and free spins have one`
  const amounts = [[baseCurrency, amount.base] as const, ...Object.entries(amount.items)]
  for (const [currency, text] of amounts) {
    const fault = currencyFault(spins, currency) ?? stakeFault(spins, currency, text)
    if (fault) return fault
  }
  return null
}

export function currencyFault(spins: Spins, currency: string): string | null {
  return stakesOf(spins, currency) === null ? `spinCurrency: ${spins.gameId} does not accept ${currency}` : null
}

function stakeFault(spins: Spins, currency: string, text: string): string | null {
  const stakes = stakesOf(spins, currency)
  if (!stakes || isStakeAllowed(stakes, Number(inSubunits(text, currency)))) return null
  const [unit, min, max] = [stakes.unit, stakes.min, stakes.max].map((each) =>
    formatAmount(BigInt(each), currency, 'en'),
  )
  return `spinStake: ${spins.gameId} accepts multiples of ${unit} from ${min} to ${max}, not ${text} ${currency}`
}
