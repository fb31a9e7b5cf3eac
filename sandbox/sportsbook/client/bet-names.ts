/** The name and the status of a bet. */
import { builderMarket } from '../builder.ts'
import type { WireBet } from '../wire.ts'
import type { Words } from '../words.ts'
import { formatMoney } from './format.ts'

export const isOpen = ({ state }: WireBet) => state === 'held' || state === 'accepted'

function kindOf(words: Words, bet: WireBet): string {
  if (bet.kind === 'single') return words(bet.legs[0]!.type === builderMarket ? 'market_builder' : 'betSingle')
  const count = bet.legs.length
  return bet.kind === 'accumulator'
    ? words('betMulti', { count })
    : words('betSystem', { sizes: bet.systemSizes.join('/'), count })
}

export const titleOf = (words: Words, bet: WireBet) =>
  bet.isFree ? `${kindOf(words, bet)} · ${words('freeBet')}` : kindOf(words, bet)

export const statusOf = (bet: WireBet) =>
  bet.state === 'settled' ? (bet.payout > bet.cashedOut ? 'settledWon' : 'settledLost') : bet.state

/** The result as a screen reader announces it: `Single, */
export function resultText(words: Words, bet: WireBet, locale: string): string {
  const [leg] = bet.legs
  const name = bet.legs.length === 1 ? `${titleOf(words, bet)}, ${leg!.home} – ${leg!.away}` : titleOf(words, bet)
  return `${name}: ${words(`state_${statusOf(bet)}`)}. ${words('payout')} ${formatMoney(bet.payout, bet.currency, locale)}`
}
