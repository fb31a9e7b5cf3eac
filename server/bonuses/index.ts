/** Bonus money and its terms, free spins, codes. Other contexts import only this file. */
export {
  type ActiveFreeSpins,
  activeFreeSpins,
  type AtGame,
  isStakedWithBonus,
  latestFreeSpins,
  readFreeSpins,
} from './at-game.ts'
export { type BonusFate, readBonusAtSports, readBonusFate } from './at-sports.ts'
export { chooseForDeposit } from './choose-for-deposit.ts'
export { costOfOffers, listHeldOf } from './cost-of-offers.ts'
export { endForWithdrawal } from './end-for-withdrawal.ts'
export { presentFreeSpinsEvent } from './free-spins.ts'
export { grantAsReward, readRewardOffers, type RewardOffers } from './grant-as-reward.ts'
export { grantForDeposit } from './grant-for-deposit.ts'
export { hasOpenBonus } from './has-open-bonus.ts'
export { mayGuessCode } from './may-guess-code.ts'
export { isMoney } from './offer-kind.ts'
export { listOpenOnce, readFirstOnce, refuseOnce } from './once.ts'
export { offerOfCode, openCodeOfRegistration } from './open-code.ts'
export { payFreeSpins } from './pay-free-spins.ts'
export { readExpiries, readGrant } from './read-grant.ts'
export { listOpenOfDeposit, revokeBonus } from './revoke.ts'
export { readRewardTerms, type RewardTerms } from './reward-terms.ts'
export { currencyFault, spinsFault } from './spin-stakes.ts'
