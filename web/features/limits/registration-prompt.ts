/** Stores the player who registered in this browser and has not answered the limit prompt (player protection, 1). */
import { registeredCookie } from '#contract/cookies.ts'
import { accessToken } from '../../api/session.ts'
import { readCookie, removeCookie } from '../../device/cookies.ts'
import { readClaims } from '../session/token-claims.ts'
import { storedChoice } from '../wallet/stored-choice.ts'

export const registrationPrompt = storedChoice('limitPromptFor', 'local')

/** Stores the player who has declined a deposit limit in this browser: neither prompt asks again. */
export const declinedPrompt = storedChoice('limitPrompt', 'local')

export function declineLimitPrompts(playerId: string): void {
  declinedPrompt.write(playerId)
  registrationPrompt.write(null)
}

export function promptAfterRegistration(token: string): void {
  registrationPrompt.write(readClaims(token)?.playerId ?? null)
}

/** Starts the prompt after a registration by the plain form, which sets a cookie. */
export function promptAfterForm(): void {
  if (readCookie(registeredCookie) === null) return
  removeCookie(registeredCookie)
  const token = accessToken()
  if (token) promptAfterRegistration(token)
}
