/** A player's accounts, one for each currency. Other contexts import only this file. */
export { presentAccountEvent } from './account-event.ts'
export {
  type BonusWallet,
  findFinishedBonuses,
  finishedBonusesDue,
  isWaitingForRound,
  lockBonusWallet,
  readWagerPlaced,
} from './bonus-wallet.ts'
export { findAccount, findAccountIn, ownerOfAccount, readActiveCurrency, readPlayTerms } from './find-account.ts'
export { listMovements } from './list-movements.ts'
export { listAccounts, listBalances } from './list-accounts.ts'
export { listCurrenciesOf } from './list-currencies-of.ts'
export { openAccount } from './open-account.ts'
export { readHolders } from './read-holders.ts'
export { showAgain } from './show-again.ts'
