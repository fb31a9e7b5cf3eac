/** A player's limits, breaks and exclusions, and what the policy of a country requires. Other contexts import only this file. */
export {
  checkDeposit,
  countDeposit,
  depositsBeyondLimits,
  isBeyondLimits,
  isDepositLimitReached,
  releaseDeposit,
} from './check-deposit.ts'
export { countCredited } from './count-deposits.ts'
export { isExcluded, isExcludedIn, isExcludedNow, readExclusion, wasExcludedSince } from './exclusion.ts'
export { endForcedBreaks, forceBreak } from './force-break.ts'
export { limitWords } from './limit-words.ts'
export { arePromotionsBarred, barPromotions } from './promotions.ts'
export { readDepositors } from './read-depositors.ts'
export { turnoverOf } from './read-turnover-wager.ts'
export { reservedForMs } from './reservation.ts'
