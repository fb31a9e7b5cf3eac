/** Receives a webhook: verifies the raw bytes, stores it and acknowledges; it is processed after the response. */
import { createHash } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PartnerCtx } from '../../kernel/http/bind.ts'
import { partnerNamed, withOnly } from '../internal/partner-of.ts'
import { storableText } from '../../kernel/storable.ts'
import { processWebhooks, readNotice } from './process-webhooks.ts'

export async function verifyWebhook(
  ctx: PartnerCtx,
  params: Record<string, string>,
): Promise<Result<void, 'signatureInvalid' | 'unknownPartner'>> {
  const partner = partnerNamed(ctx, params.partner ?? '')
  if (!partner) return refuse('unknownPartner')
  return partner.isGenuine({ ...ctx.partner, now: ctx.clock.now() }) ? ok() : refuse('signatureInvalid')
}

export async function receiveWebhook(
  ctx: PartnerCtx,
  { partner }: { partner: string },
): Promise<Result<{ accepted: true }, 'signatureInvalid' | 'unknownPartner'>> {
  const body = storableText(ctx.partner.rawBody)
  const notice = readNotice(ctx, partner, body)
  const now = ctx.clock.now()
  await ctx.db.kysely
    .insertInto('payments.callbacks')
    .values({
      partner,
      body,
      received_at: now,
      next_attempt_at: now,
      // A signed but unreadable webhook is stored too, keyed by its content, for an operator to inspect.
      event_id: notice?.eventId ?? createHash('sha256').update(body).digest('hex'),
    })
    .onConflict((conflict) => conflict.columns(['partner', 'event_id']).doNothing())
    .execute()
  setImmediate(
    () =>
      void processWebhooks(withOnly(ctx, partnerNamed(ctx, partner)!)).catch((error) =>
        ctx.log.error({ err: error }, 'payment webhooks are delayed until the next round'),
      ),
  )
  return ok({ accepted: true })
}
