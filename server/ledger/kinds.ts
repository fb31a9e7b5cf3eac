/**
 * Every kind of movement with the accounts it may debit and credit. `prepare` refuses undeclared kinds before the
 * database is called.
 */
import { type Bucket, currencyOfHouseAccount, parsePlayer, playerAddress } from './address.ts'
import type { Subunits } from '#contract/money.ts'
import type { Transfer } from './ledger.ts'

export type Wallet = { playerId: string; currency: string }
/** One end of a transfer. */
export type Side = {
  /** For messages: `player.cash`, `house.games`, `clearing`. */
  name: string
  matches(address: string): boolean
}
/** A side determined by the wallet alone, so that a movement between two such sides needs only an amount. */
export type FixedSide = Side & { of(wallet: Wallet): string }

const bucket = (name: Bucket): FixedSide => ({
  name: `player.${name}`,
  matches: (address) => parsePlayer(address)?.bucket === name,
  of: ({ playerId, currency }) => playerAddress(playerId, name, currency),
})
export const player = { cash: bucket('cash'), bonus: bucket('bonus'), held: bucket('held'), vault: bucket('vault') }

export const house = (account: string): FixedSide => ({
  name: `house.${account}`,
  matches: (address) => address.startsWith(`house:${account}:`),
  of: ({ currency }) => `house:${account}:${currency}`,
})
const outside = (kind: 'clearing' | 'world'): Side => ({
  name: kind,
  matches: (address) => address.startsWith(`${kind}:`),
})
/** What a partner holds of ours. */
export const clearing = outside('clearing')
/** The source of money that no partner holds: tests and benches. */
export const world = outside('world')

export type Kind = { name: string; from: readonly Side[]; to: readonly Side[]; isGated: boolean }
type Ends<S> = { from: S; to: S; isGated?: boolean }
type One = Ends<FixedSide>
type Many = { from: readonly Side[]; to: readonly Side[]; isGated?: boolean }
/** A kind with one account on each side: an amount in a wallet is enough. A zero amount makes no transfer. */
export type FixedKind = Kind & {
  of(wallet: Wallet & { amount: Subunits }): { kind: string; transfers: Transfer[] }
}

const declared = new Map<string, Kind>()

export function movement(name: string, sides: One): FixedKind
export function movement(name: string, sides: Many): Kind
export function movement(name: string, { from, to, isGated = false }: One | Many): Kind {
  if (declared.has(name)) throw new Error(`two kinds of movement are called ${name}`)
  const kind: Kind = { name, from: [from].flat(), to: [to].flat(), isGated }
  declared.set(name, kind)
  if (!('of' in from) || !('of' in to)) return kind
  const of: FixedKind['of'] = ({ amount, ...wallet }) => ({
    kind: name,
    transfers: amount > 0n ? [{ from: from.of(wallet), to: to.of(wallet), amount }] : [],
  })
  return Object.assign(kind, { of })
}

/** Those that have been declared up to now. */
export const everyKind = (): Kind[] => [...declared.values()]

/** Throws if the kind is not declared, or does not allow this direction. */
export function kindOf(name: string, transfers: Transfer[]): Kind {
  const kind = declared.get(name)
  if (!kind) throw new Error(`no kind of movement is called ${name}`)
  for (const { from, to } of transfers) {
    checkSide(kind, 'from', from)
    checkSide(kind, 'to', to)
  }
  return kind
}

function checkSide(kind: Kind, end: 'from' | 'to', address: string): void {
  if (kind[end].some((side) => side.matches(address))) return
  // Throws for an invalid address.
  if (!parsePlayer(address)) currencyOfHouseAccount(address)
  const names = kind[end].map(({ name }) => name).join(', ')
  throw new Error(`${kind.name} goes ${end} ${names}, not ${end} ${address}`)
}

const games = house('games')
const bonusExpense = house('bonus-expense')
const suspense = house('suspense')
const losses = house('losses')
/** Wins of free spins that become bonus money once the spins are over. */
const spinWins = house('spin-wins')
const stakes = [player.cash, player.bonus, bonusExpense] as const

/** The posting function takes bonus money when the cash is insufficient, and the operator's money for a free spin. */
export const bet = movement('bet', { from: stakes, to: [games], isGated: true })
/** Returned in the same split in which the round was staked; the part of free spins may be set aside. */
export const win = movement('win', { from: [games], to: [player.cash, player.bonus, spinWins] })
/** The total of free spins that a studio counts by itself: not a round, because none of them was posted. */
export const freeSpinsPaid = movement('free-spins-paid', { from: games, to: player.cash })
export const freeSpinsSetAside = movement('free-spins-set-aside', { from: games, to: spinWins })
/** Once the spins are over: the bonus that the wins become is granted from the bonus expense. */
export const spinWinsCredited = movement('spin-wins-credited', { from: spinWins, to: bonusExpense })
export const spinWinsForfeited = movement('spin-wins-forfeited', { from: spinWins, to: bonusExpense })
/** Reverses exactly what its bet moved, whatever transfers are passed. */
export const rollback = movement('rollback', { from: [games], to: stakes })

export const deposit = movement('deposit', { from: [clearing, suspense, world], to: [player.cash] })
/** Below zero by what players owe for payments: reversed, or paid out twice, after the money had been spent. */
const paymentDebts = house('payment-debts')
export const depositReversed = movement('deposit-reversed', {
  from: [player.cash, losses, paymentDebts],
  to: [clearing],
})
/** A reversal that did not last, as after a dispute that was won. */
export const depositRestored = movement('deposit-restored', {
  from: [clearing],
  to: [player.cash, losses, paymentDebts, house('unclaimed')],
})
export const paymentDebtPaid = movement('payment-debt-paid', { from: player.cash, to: paymentDebts })
export const paymentDebtCleared = movement('payment-debt-cleared', { from: losses, to: paymentDebts })
export const depositSuspense = movement('deposit-suspense', { from: [clearing], to: [suspense] })
export const suspenseKept = movement('suspense-kept', { from: [suspense], to: [house('unclaimed')] })
export const suspenseReturned = movement('suspense-returned', { from: [suspense], to: [clearing] })

export const withdrawalHold = movement('withdrawal-hold', { from: player.cash, to: player.held })
export const withdrawalPaid = movement('withdrawal-paid', {
  from: [player.held, player.cash, losses, paymentDebts],
  to: [clearing, player.cash, losses],
})
export const withdrawalReturned = movement('withdrawal-returned', { from: player.held, to: player.cash })
/** For a promise to a player about a withdrawal that was not kept. */
export const payoutCompensation = movement('payout-compensation', {
  from: house('payout-compensations'),
  to: player.cash,
})
/** Corrects a payout whose outcome differs from what the ledger recorded. */
export const withdrawalCorrected = movement('withdrawal-corrected', {
  from: [clearing, player.cash, losses, paymentDebts],
  to: [clearing, player.cash, losses, paymentDebts],
})

/** Both are posted in one transaction: the amounts are those of the quote. */
export const swapOut = movement('swap-out', { from: player.cash, to: house('exchange') })
export const swapIn = movement('swap-in', { from: house('exchange'), to: player.cash })

export const vaultIn = movement('vault-in', { from: player.cash, to: player.vault })
export const vaultOut = movement('vault-out', { from: player.vault, to: player.cash })

/** What a player owes in one wallet is gathered from its vault and from the others, which are exchanged. */
export const vaultCharged = movement('vault-charged', { from: player.vault, to: player.cash })
export const chargeOut = movement('charge-out', { from: [player.cash, player.vault], to: [house('exchange')] })
export const chargeIn = movement('charge-in', { from: house('exchange'), to: player.cash })

export const bonusGranted = movement('bonus-granted', { from: bonusExpense, to: player.bonus })
export const bonusConverted = movement('bonus-converted', { from: player.bonus, to: player.cash })
export const bonusCancelled = movement('bonus-cancelled', { from: player.bonus, to: bonusExpense })
export const bonusExpired = movement('bonus-expired', { from: player.bonus, to: bonusExpense })
export const bonusLost = movement('bonus-lost', { from: player.bonus, to: bonusExpense })

const rewards = house('rewards')
/** The prize pool of running tournaments. */
const prizes = house('prizes')
/** Declares the movement of what players are rewarded for; `server/rewards/sources.ts` lists them. */
export const rewardPaid = (name: string): FixedKind => movement(name, { from: rewards, to: player.cash })
/** A tournament's pool is put aside when it starts; what no place wins goes back. */
export const prizesFunded = movement('prizes-funded', { from: [rewards], to: [prizes] })
export const prizesReturned = movement('prizes-returned', { from: [prizes], to: [rewards] })
export const prizePaid = movement('prize-paid', { from: prizes, to: player.cash })
/** The price of taking part: a stake for the gates and limits of play, from cash alone. */
export const tournamentEntry = movement('tournament-entry', { from: player.cash, to: prizes, isGated: true })
export const tournamentEntryReturned = movement('tournament-entry-returned', { from: prizes, to: player.cash })
/** The operator's part of the entries, taken once the places are final. */
export const tournamentFee = movement('tournament-fee', { from: [prizes], to: [house('tournament-fees')] })

/** Tickets of open rounds, the pots by level, and the reserve that pays the seeds (functions/17-jackpots.sql). */
const jackpotOpen = house('jackpot-open')
const jackpotPots = [house('jackpot-mini'), house('jackpot-major'), house('jackpot-grand')] as const
const jackpotReserve = house('jackpot-reserve')
const jackpotShares = house('jackpot-shares')
/** With the first stake of a round, by the posting function. @public */
export const jackpotStake = movement('jackpot-stake', { from: player.cash, to: jackpotOpen })
/** With the rollback of that stake, or where the jackpot was closed before the round was settled. @public */
export const jackpotStakeReturned = movement('jackpot-stake-returned', { from: jackpotOpen, to: player.cash })
/** @public */
export const jackpotDrawn = movement('jackpot-drawn', { from: [jackpotOpen], to: [...jackpotPots, jackpotReserve] })
/** @public */
export const jackpotWon = movement('jackpot-won', { from: jackpotPots, to: [player.cash] })
/** The house pays what a new pot starts with. */
export const jackpotSeeded = movement('jackpot-seeded', { from: [jackpotReserve], to: jackpotPots })
/** The pots of a closed jackpot: to those who bought tickets, or back to the reserve if nobody did. */
export const jackpotClosed = movement('jackpot-closed', { from: jackpotPots, to: [jackpotShares, jackpotReserve] })
export const jackpotShared = movement('jackpot-shared', { from: jackpotShares, to: player.cash })
/** The share of an account that was closed before it was paid. */
export const jackpotShareForfeited = movement('jackpot-share-forfeited', {
  from: [jackpotShares],
  to: [jackpotReserve],
})

/** Stakes of bets that are not decided yet. */
const sportsOpen = house('sports-open')
const sports = house('sports')
/** Below zero by what players owe: payouts that were corrected after the money had been spent. */
const sportsDebts = house('sports-debts')
export const sportsBet = movement('sports-bet', { from: [player.cash, player.bonus], to: [sportsOpen], isGated: true })
/** Of a declined bet: its stake counts towards no limit and no turnover. */
export const sportsBetReturned = movement('sports-bet-returned', {
  from: [sportsOpen],
  to: [player.cash, player.bonus, bonusExpense],
})
/** The operator's stake: it counts towards no limit, and no payout returns it. */
export const sportsFreeBet = movement('sports-free-bet', { from: bonusExpense, to: sportsOpen, isGated: true })
export const sportsFreeBetReturned = movement('sports-free-bet-returned', { from: sportsOpen, to: bonusExpense })
/**
 * A decided stake leaves the open ones; what is paid for it in cash first reduces what is owed for the same bet. The
 * part of a bonus that has ended, and the void stake of a free bet, go to the bonus expense.
 */
const decided = {
  from: [sportsOpen, sports],
  to: [sports, sportsDebts, player.cash, player.bonus, bonusExpense],
} as const
export const sportsSettled = movement('sports-settled', decided)
export const sportsCashedOut = movement('sports-cashed-out', decided)
export const sportsVoided = movement('sports-voided', decided)
/** Takes back a payout, as far as it is there, or opens the bet again. */
export const sportsCorrected = movement('sports-corrected', {
  from: [player.cash, player.bonus, bonusExpense, sportsDebts, sportsOpen, sports],
  to: [sports, sportsOpen, sportsDebts, player.cash, player.bonus, bonusExpense],
})
export const sportsDebtPaid = movement('sports-debt-paid', { from: player.cash, to: sportsDebts })
export const sportsDebtCleared = movement('sports-debt-cleared', { from: losses, to: sportsDebts })
/** What an operator corrects by hand; the entry's label is the cause. */
const adjustments = house('adjustments')
export const adjustmentCredit = movement('adjustment-credit', { from: adjustments, to: player.cash })
export const adjustmentDebit = movement('adjustment-debit', { from: player.cash, to: adjustments })
/** An amount that a correction credited to a closed account, paid to its former player outside this product. */
export const closedAccountPaid = movement('closed-account-paid', { from: player.cash, to: house('paid-outside') })
