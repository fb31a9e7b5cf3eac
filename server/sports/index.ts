/** Sports bets, cash-out and free bets. Other contexts import only this file. */
export { collectSportsDebts } from './collect-debts.ts'
export { costOfFreeBets, listFreeBetsHeld } from './cost-of-free-bets.ts'
export { decidedBets } from './decided-bets.ts'
export { giveFreeBet, readFreeBetTerms, readRewardFreeBets, type RewardFreeBets } from './give-free-bet.ts'
export { hasDebt } from './has-debt.ts'
export { revokeFreeBet } from './revoke-free-bet.ts'
export { seedSportsWork } from './seed.ts'
