/** The name and the status of a bet. */
import { systems } from '#contract/settlement/settle.ts'
import { builderMarket } from '../builder.ts'
import type { WireBet } from '../wire.ts'
import type { Words } from '../words.ts'
import { formatMoney } from './format.ts'
import { linesOf } from './slip.ts'

export const isOpen = ({ state }: WireBet) => state === 'held' || state === 'accepted'

function kindOf(words: Words, bet: WireBet): string {
  if (bet.kind === 'single') return words(bet.legs[0]!.type === builderMarket ? 'market_builder' : 'betSingle')
  const count = bet.legs.length
  return bet.kind === 'accumulator'
    ? words('betMulti', { count })
    : `${systemName(words, bet)}, ${words('lines', { count: linesOf(bet, bet.legs) })}`
}

/** `Trixie`, or `2 of 4`, as it was chosen on the slip. */
function systemName(words: Words, { systemSizes, legs }: WireBet): string {
  const sizes = systemSizes.join()
  const named = Object.entries(systems).find(([, each]) => each.legs === legs.length && each.sizes.join() === sizes)
  return named ? words(`systemName_${named[0]}`) : words('ofSize', { size: systemSizes.join('/'), total: legs.length })
}

export const titleOf = (words: Words, bet: WireBet) =>
  bet.isFree ? `${kindOf(words, bet)} · ${words('freeBet')}` : kindOf(words, bet)

/** A return of no more than the stake is no win. */
export const isWin = ({ payout, stake, isFree }: WireBet) => payout > (isFree ? 0 : stake)

export function statusOf(bet: WireBet): string {
  if (bet.state !== 'settled') return bet.state
  if (bet.payout <= bet.cashedOut) return 'settledLost'
  return isWin(bet) ? 'settledWon' : 'settledReturned'
}

/** The result for screen readers: `Single, Alder – Birch: Won. Payout €5.00`. */
export function resultText(words: Words, bet: WireBet, locale: string): string {
  const [leg] = bet.legs
  const name = bet.legs.length === 1 ? `${titleOf(words, bet)}, ${leg!.home} – ${leg!.away}` : titleOf(words, bet)
  const status = `${name}: ${words(`state_${statusOf(bet)}`)}.`
  if (bet.payout === 0) return status
  return `${status} ${words(isWin(bet) ? 'payout' : 'returned')} ${formatMoney(bet.payout, bet.currency, locale)}`
}
