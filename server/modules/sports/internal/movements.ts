/** The movements of decided bets: what leaves the open stakes, what is paid, and what is taken back or owed. */
import type { Subunits } from '#contract/money.ts'
import { player, sportsCashedOut, sportsCorrected, sportsSettled, sportsVoided, house } from '../../../ledger/kinds.ts'
import type { Transfer } from '../../../ledger/ledger.ts'

/** The idempotency key of a bet's stake; the return of that stake names it. */
export const stakeKey = (betId: string): string => `place:${betId}`

const places = { open: house('sports-open'), sports: house('sports'), debts: house('sports-debts'), cash: player.cash }

export type Change = {
  call: 'settle' | 'unsettle' | 'cash-out' | 'void'
  /** How much less of the stake is open, and how much more is paid; each may be below zero. */
  decidedStake: bigint
  change: bigint
  /** What the player owes for this bet, and the cash that can be taken. */
  debt: bigint
  cash: bigint
}
export type Posted = { kind: string; transfers: Transfer[]; debt: bigint; paid: bigint }

/**
 * More is paid: first what is owed for the same bet, the rest in cash. Less is paid: taken from the cash as far as it
 * goes, the rest is owed.
 */
export function movementOf(
  { call, decidedStake, change, debt, cash }: Change,
  wallet: { playerId: string; currency: string },
): Posted {
  const transfers: Transfer[] = []
  const move = (from: keyof typeof places, to: keyof typeof places, amount: bigint) => {
    if (amount > 0n)
      transfers.push({ from: places[from].of(wallet), to: places[to].of(wallet), amount: amount as Subunits })
  }
  move('open', 'sports', decidedStake)
  move('sports', 'open', -decidedStake)
  const settledDebt = least(debt, change)
  const paid = change > 0n ? change - settledDebt : 0n
  move('sports', 'debts', settledDebt)
  move('sports', 'cash', paid)
  const taken = least(cash, -change)
  const owed = change < 0n ? -change - taken : 0n
  move('cash', 'sports', taken)
  move('debts', 'sports', owed)
  const kind = change < 0n || decidedStake < 0n ? sportsCorrected : kinds[call]
  return { kind: kind.name, transfers, debt: debt - settledDebt + owed, paid }
}

const kinds = {
  settle: sportsSettled,
  unsettle: sportsCorrected,
  'cash-out': sportsCashedOut,
  void: sportsVoided,
}

/** The smaller one, at least 0. */
function least(one: bigint, other: bigint): bigint {
  const smaller = one < other ? one : other
  return smaller > 0n ? smaller : 0n
}
