/** The best decision at every hand, for the hint on request. A test checks each cell against the exact worth of every move. */
import type { BlackjackView } from '#contract/rounds.ts'
import { totalOf, valueOf } from './maths.ts'

type Move = BlackjackView['moves'][number]

/** Against 2 to 9, ten and ace. H hit, S stand, D double or else hit, d double or else stand. */
export const hard: Record<number, string> = {
  5: 'HHHHHHHHHH',
  6: 'HHHHHHHHHH',
  7: 'HHHHHHHHHH',
  8: 'HHHHHHHHHH',
  9: 'HDDDDHHHHH',
  10: 'DDDDDDDDHH',
  11: 'DDDDDDDDDH',
  12: 'HHSSSHHHHH',
  13: 'SSSSSHHHHH',
  14: 'SSSSSHHHHH',
  15: 'SSSSSHHHHH',
  16: 'SSSSSHHHHH',
}
export const soft: Record<number, string> = {
  13: 'HHHHDHHHHH',
  14: 'HHHDDHHHHH',
  15: 'HHHDDHHHHH',
  16: 'HHDDDHHHHH',
  17: 'HDDDDHHHHH',
  18: 'SddddSSHHH',
}
/** By the value of one card; P splits. */
export const pairs: Record<number, string> = {
  1: 'PPPPPPPPPP',
  2: 'PPPPPP----',
  3: 'PPPPPP----',
  4: '---PP-----',
  6: 'PPPPP-----',
  7: 'PPPPPP----',
  8: 'PPPPPPPPPP',
  9: 'PPPPP-PP--',
}

/** Hard totals that are surrendered where that is offered: X. */
export const surrendered: Record<number, string> = {
  15: '--------X-',
  16: '-------XXX',
}

/** Null where nothing is to be decided. */
export function bestMove({ dealer, hands, active, moves }: BlackjackView): Move | null {
  if (moves.includes('decline')) return 'decline'
  if (active === null) return null
  const { cards } = hands[active]!
  const up = valueOf(dealer[0]!)
  const column = up === 1 ? 9 : up - 2
  if (moves.includes('split') && pairs[valueOf(cards[0]!)]?.[column] === 'P') return 'split'
  const { total, isSoft } = totalOf(cards)
  if (moves.includes('surrender') && !isSoft && surrendered[total]?.[column] === 'X') return 'surrender'
  const cell = (isSoft ? soft : hard)[total]?.[column] ?? (total < 12 ? 'H' : 'S')
  if (cell === 'D' || cell === 'd') return moves.includes('double') ? 'double' : cell === 'D' ? 'hit' : 'stand'
  return cell === 'H' ? 'hit' : 'stand'
}
