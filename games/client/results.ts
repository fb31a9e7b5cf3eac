// What a result is called: the same in every game, on screen and for screen readers.

import type { GameContext } from './view.ts'

export type Result = { payout: number; staked: number }

/** More than the stake is won, the whole stake is back, less is returned. */
export const resultName = ({ payout, staked }: Result): 'won' | 'stakeBack' | 'returned' | 'noWin' =>
  payout > staked ? 'won' : payout === 0 ? 'noWin' : payout === staked ? 'stakeBack' : 'returned'

export function toneOf({ payout, staked }: Result): 'win' | 'returned' | 'none' {
  if (payout > staked) return 'win'
  return payout > 0 ? 'returned' : 'none'
}

/** What a win adds to the balance. A free spin has no stake to subtract. */
export const wonBy = ({ freeSpins }: Pick<GameContext['session'], 'freeSpins'>, { payout, staked }: Result): number =>
  freeSpins ? payout : payout - staked

/** The amount of a result; that of a win with what was paid beside it. */
export function amountOf(
  { words, amounts, session }: Pick<GameContext, 'words' | 'amounts' | 'session'>,
  result: Result,
): string {
  const { payout, staked } = result
  const gross = amounts.written(payout)
  if (payout <= staked || session.freeSpins) return gross
  return words('netOfGross', { net: amounts.written(wonBy(session, result)), gross })
}

/** The texts of games whose result is a number or a name. */
export const rollLineNames = {
  won: 'rolledAndWon',
  stakeBack: 'rolledAndStakeBack',
  returned: 'rolledAndReturned',
  noWin: 'rolled',
} as const
export const rollPastNames = {
  won: 'rollWon',
  stakeBack: 'rollStakeBack',
  returned: 'rollReturned',
  noWin: 'rollLost',
} as const
