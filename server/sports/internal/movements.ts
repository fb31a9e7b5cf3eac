/** The movements of decided bets: what leaves the open stakes, what is paid, and what is taken back or owed. */
import type { Subunits } from '#contract/money.ts'
import {
  house,
  player,
  sportsCashedOut,
  sportsCorrected,
  sportsSettled,
  sportsVoided,
  type Transfer,
} from '../../ledger/index.ts'
import type { BonusFate } from '../../bonuses/index.ts'

/** The idempotency key of a bet's stake; the return of that stake names it. */
export const stakeKey = (betId: string): string => `place:${betId}`

const places = {
  open: house('sports-open'),
  sports: house('sports'),
  debts: house('sports-debts'),
  expense: house('bonus-expense'),
  cash: player.cash,
  bonus: player.bonus,
}
type Place = keyof typeof places
type Wallet = { playerId: string; currency: string }

/** Collects transfers; an amount below zero goes the other way, and none for 0. */
export function transfersIn(wallet: Wallet) {
  const transfers: Transfer[] = []
  const move = (from: Place, to: Place, amount: bigint): void => {
    if (amount < 0n) return move(to, from, -amount)
    if (amount > 0n)
      transfers.push({ from: places[from].of(wallet), to: places[to].of(wallet), amount: amount as Subunits })
  }
  return { transfers, move }
}

export type Parts = { cash: bigint; bonus: bigint }

/** An amount in the proportions of the stake; the indivisible subunit is cash. */
export function partsOf(
  { stake, bonus_stake: inBonus }: { stake: bigint; bonus_stake: bigint },
  amount: bigint,
): Parts {
  const bonus = inBonus === 0n ? 0n : (amount * inBonus) / stake
  return { cash: amount - bonus, bonus }
}

export type Change = {
  call: 'settle' | 'unsettle' | 'cash-out' | 'void'
  /** How much less of the stake is open; below zero if it is open again. */
  decidedStake: bigint
  /** How much more of a free bet's stake goes back to the operator's expense. */
  returnedStake: bigint
  /** How much more is paid; each may be below zero. */
  paid: Parts
  fate: BonusFate
  /** What the player owes for this bet, and the money that can be taken. */
  debt: bigint
  funds: Parts
}
export type Posted = {
  kind: string
  transfers: Transfer[]
  debt: bigint
  /** The cash that arrives. */
  arrived: bigint
  /** How much more of the payout goes to the bonus expense instead of the player. */
  forfeited: bigint
}

/**
 * More cash is paid: first what is owed for the same bet, the rest to the player. Less is paid: taken from the cash as
 * far as it goes, the rest is owed. Bonus money is never owed: what is no longer there is the operator's expense.
 */
export function movementOf(change: Change, wallet: Wallet): Posted {
  const { call, decidedStake, returnedStake, fate, debt, funds } = change
  // Of a completed bonus everything is cash.
  const paid = fate === 'completed' ? { cash: change.paid.cash + change.paid.bonus, bonus: 0n } : change.paid
  const { transfers, move } = transfersIn(wallet)
  move('open', 'sports', decidedStake)
  move('sports', 'expense', returnedStake)
  const settledDebt = least(debt, paid.cash)
  const arrived = paid.cash > 0n ? paid.cash - settledDebt : 0n
  move('sports', 'debts', settledDebt)
  move('sports', 'cash', arrived)
  const taken = least(funds.cash, -paid.cash)
  const owed = paid.cash < 0n ? -paid.cash - taken : 0n
  move('cash', 'sports', taken)
  move('debts', 'sports', owed)
  const toBonus = fate !== 'active' ? 0n : paid.bonus > 0n ? paid.bonus : -least(funds.bonus, -paid.bonus)
  const forfeited = paid.bonus - toBonus
  move('sports', 'bonus', toBonus)
  move('sports', 'expense', forfeited)
  const isLess = paid.cash < 0n || paid.bonus < 0n || decidedStake < 0n || returnedStake < 0n
  const kind = isLess ? sportsCorrected : kinds[call]
  return { kind: kind.name, transfers, debt: debt - settledDebt + owed, arrived, forfeited }
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
