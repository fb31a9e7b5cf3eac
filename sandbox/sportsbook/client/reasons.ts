/** The reason why a bet or a cash-out was refused, if there is a text for it. */
import type { Words } from '../words.ts'

const withText = new Set([
  'marketSuspended',
  'marketClosed',
  'marketChanged',
  'oddsChanged',
  'notTaken',
  'walletUnavailable',
  'tokenInvalid',
  'priceChanged',
  'cashOutSuspended',
  'limitReached',
  'playerExcluded',
  'realityCheckDue',
  'maxBetExceeded',
  'freeBetNotAccepted',
  'countryRestricted',
  'currencyNotOffered',
  'switchedOff',
  'notCombined',
])

export const reasonText = (words: Words, reason: string | null) =>
  reason && withText.has(reason) ? words(`error_${reason}`) : ''
