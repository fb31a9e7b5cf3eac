/** Withdraws the consent to marketing by mail or text message, for the holder of its link; no sign-in is needed. */
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/marketing.ts'
import type { Ctx } from '../deps.ts'
import { audit } from '../kernel/audit.ts'
import { withdrawMarketing } from '../messaging/index.ts'
import { lockConsents, updatePlayer } from '../identity/index.ts'
import { storedKeys } from '../kernel/secrets/stored-keys.ts'
import { purposeOf, readUnsubscribeToken } from './unsubscribe-link.ts'

type Endpoint = typeof contract.unsubscribe

const consentOf = { mail: 'receives_email_promo', sms: 'receives_sms_promo' } as const

/** Repeated, it has no further effect. */
export async function unsubscribe(
  ctx: Ctx,
  { token }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  const link = readUnsubscribeToken(ctx.settings, token, {
    mail: await storedKeys(ctx.db.kysely, ctx, purposeOf('mail')),
    sms: await storedKeys(ctx.db.kysely, ctx, purposeOf('sms')),
  })
  if (!link) return refuse('linkInvalid')
  const { playerId, medium } = link
  const consent = consentOf[medium]
  return ctx.db.transaction(async (tx) => {
    const consents = await lockConsents(tx, playerId)
    if (!consents) return refuse('linkInvalid')
    await withdrawMarketing(tx, ctx, { playerId, medium })
    if (!consents[consent]) return ok()
    await updatePlayer(tx, playerId, { [consent]: false, updated_at: ctx.clock.now() })
    await audit(tx, ctx, { action: 'unsubscribed', playerId, detail: { channel: medium } })
    return ok()
  })
}
