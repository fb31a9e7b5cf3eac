/** The player who registered in this browser and has not answered the prompt for a limit yet (player protection, 1). */
import { readClaims } from '../session/token-claims.ts'
import { storedChoice } from '../wallet/stored-choice.ts'

export const registrationPrompt = storedChoice('limitPromptFor', 'local')

export function promptAfterRegistration(accessToken: string): void {
  registrationPrompt.write(readClaims(accessToken)?.playerId ?? null)
}
