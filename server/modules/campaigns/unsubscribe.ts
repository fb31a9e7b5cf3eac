/** Withdraws the consent to marketing by mail, for the holder of the link in such a mail; no sign-in is needed. */
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/marketing.ts'
import type { Ctx } from '../../deps.ts'
import { audit } from '../../platform/audit.ts'
import { withdrawMarketing } from '../deliveries/withdraw-marketing.ts'
import { lockConsents, updatePlayer } from '../players/players.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'

type Endpoint = typeof contract.unsubscribe

/** Repeated, it has no further effect. */
export async function unsubscribe(
  ctx: Ctx,
  { token }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  const playerId = readUnsubscribeToken(ctx.settings, token)
  if (!playerId) return refuse('linkInvalid')
  return ctx.db.transaction(async (tx) => {
    const consents = await lockConsents(tx, playerId)
    if (!consents) return refuse('linkInvalid')
    await withdrawMarketing(tx, ctx, { playerId, medium: 'mail' })
    if (!consents.receives_email_promo) return ok()
    await updatePlayer(tx, playerId, { receives_email_promo: false, updated_at: ctx.clock.now() })
    await audit(tx, ctx, { action: 'unsubscribed', playerId, detail: { channel: 'mail' } })
    return ok()
  })
}
