/** Movements of money: the only way in which a balance changes. Other contexts import only this file. */
export { playerAddress } from './address.ts'
export { listEntries } from './entries.ts'
export { findBreaches, type Invariant, ledgerInvariants } from './invariants.ts'
export {
  adjustmentCredit,
  adjustmentDebit,
  bet,
  bonusCancelled,
  bonusConverted,
  bonusExpired,
  bonusGranted,
  bonusLost,
  chargeIn,
  chargeOut,
  closedAccountPaid,
  deposit,
  depositRestored,
  depositReversed,
  depositSuspense,
  type FixedKind,
  freeSpinsPaid,
  freeSpinsSetAside,
  house,
  jackpotClosed,
  jackpotSeeded,
  jackpotShared,
  jackpotShareForfeited,
  type Kind,
  paymentDebtCleared,
  paymentDebtPaid,
  payoutCompensation,
  player,
  prizePaid,
  prizesFunded,
  prizesReturned,
  rewardPaid,
  rollback,
  spinWinsCredited,
  spinWinsForfeited,
  sportsBet,
  sportsBetReturned,
  sportsCashedOut,
  sportsCorrected,
  sportsDebtCleared,
  sportsDebtPaid,
  sportsFreeBet,
  sportsFreeBetReturned,
  sportsSettled,
  sportsVoided,
  suspenseKept,
  suspenseReturned,
  swapIn,
  swapOut,
  tournamentEntry,
  tournamentEntryReturned,
  tournamentFee,
  vaultCharged,
  vaultIn,
  vaultOut,
  win,
  withdrawalCorrected,
  withdrawalHold,
  withdrawalPaid,
  withdrawalReturned,
} from './kinds.ts'
export {
  createLedger,
  type Ledger,
  type Movement,
  type Posting,
  type PostResult,
  type SpinRule,
  type Transfer,
} from './ledger.ts'
export { readMovements, type ShownMovement } from './movements.ts'
export { type LockedWallet, lockWallets } from './lock-wallets.ts'
export {
  findOpenRounds,
  hasCashBetAbove,
  hasOpenBonusBet,
  hasOpenBonusRound,
  hasOpenBonusStake,
  hasOpenCashStake,
  hasOpenFreeRound,
  sumOpenBonusBets,
  sumOpenBonusStakes,
  sumOpenStakes,
} from './open-rounds.ts'
export { newestMovement, type SportsPlay, sumSportsPlay } from './play-since.ts'
export { readPositions } from './positions.ts'
export { readFunds } from './read-funds.ts'
export { ledgerJobs } from './reconcile.ts'
export { listRemainders, noteRemainder } from './remainders.ts'
export { readStatement, readTotals, type StatementLine } from './statement.ts'
export { readTicketPair, setTicketPair } from './ticket-pair.ts'
export { endWager, liftTurnover, recountBet, startWager } from './wager.ts'
