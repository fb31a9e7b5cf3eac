/** Builds the headers with which partners sign a body. */
import { createHmac } from 'node:crypto'
import { sandboxIdentityKeys } from '#sandbox/identity-check/api.ts'
import { sign } from '#sandbox/notices.ts'
import type { Deps } from '#server/deps.ts'
import { inHouseStudioKeys } from '#server/partners/game-studio/in-house-studio.ts'
import { digestOf } from '#server/partners/identity-check/payload-digest.ts'
import { signedHeaders } from '#server/partners/sportsbook/signature.ts'
import { sportsbookKeys } from '#server/partners/sportsbook/signed-http.ts'
import { type Request, secret } from './site.ts'

type Signer = (deps: Deps, body: string) => Record<string, string>

const seconds = ({ clock }: Deps): number => Math.floor(clock.now().getTime() / 1000)
const asStudio: Signer = (deps, body) => {
  const at = seconds(deps)
  const { signingKey } = inHouseStudioKeys(deps.settings.secret)
  const signature = createHmac('sha256', signingKey).update(`${at}.${body}`).digest('hex')
  return { 'x-studio-timestamp': String(at), 'x-studio-signature': signature }
}
const asSportsbook: Signer = (deps, body) => signedHeaders(sportsbookKeys(secret).toSite, body, deps.clock.now())
const signers: Record<string, Signer> = {
  authenticateClient: asSportsbook,
  readClientBalance: asSportsbook,
  placeBet: asSportsbook,
  acceptBet: asSportsbook,
  declineBet: asSportsbook,
  settleBet: asSportsbook,
  unsettleBet: asSportsbook,
  cashOutBet: asSportsbook,
  editBet: asSportsbook,
  voidBet: asSportsbook,
  paymentWebhook: (deps, body) => ({ 'sandbox-signature': sign(secret, body, seconds(deps)) }),
  identityCheckCallback: (_deps, body) => digestOf(sandboxIdentityKeys(secret).webhookSecret, body),
  studioBalance: asStudio,
  studioBet: asStudio,
  studioWin: asStudio,
  studioRollback: asStudio,
}

/** Returns no headers for operations that partners do not call. */
export function signatureOf(deps: Deps, name: string, { body }: Request): Record<string, string> {
  return signatureOfText(deps, name, JSON.stringify(body) ?? '')
}

export function signatureOfText(deps: Deps, name: string, text: string): Record<string, string> {
  return signers[name]?.(deps, text) ?? {}
}
