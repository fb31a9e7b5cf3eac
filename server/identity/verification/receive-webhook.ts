/** Receives a webhook: verifies the raw bytes, stores them and responds; processing follows after the response. */
import { createHash } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PartnerCtx } from '../../kernel/http/bind.ts'
import { storableText } from '../../kernel/storable.ts'
import { processNotices, readNotice } from './process-webhooks.ts'

type Refusal = 'signatureInvalid' | 'unknownPartner'

export async function verifyNotice(
  ctx: PartnerCtx,
  { partner }: Record<string, string>,
): Promise<Result<void, Refusal>> {
  const { identityCheck } = ctx.partners
  if (!identityCheck || identityCheck.name !== partner) return refuse('unknownPartner')
  return identityCheck.isGenuine(ctx.partner) ? ok() : refuse('signatureInvalid')
}

export async function receiveNotice(
  ctx: PartnerCtx,
  { partner }: { partner: string },
): Promise<Result<{ accepted: true }, Refusal>> {
  const body = storableText(ctx.partner.rawBody)
  const now = ctx.clock.now()
  await ctx.db.kysely
    .insertInto('verification.notices')
    .values({
      partner,
      body,
      received_at: now,
      next_attempt_at: now,
      // Signed but unreadable webhooks are stored too, identified by their content, for an operator to inspect.
      event_id:
        readNotice(ctx.partners.identityCheck!, body)?.eventId ?? createHash('sha256').update(body).digest('hex'),
    })
    .onConflict((conflict) => conflict.columns(['partner', 'event_id']).doNothing())
    .execute()
  setImmediate(
    () =>
      void processNotices(ctx).catch((error) =>
        ctx.log.error({ err: error }, 'webhooks of the identity check are delayed until the next round'),
      ),
  )
  return ok({ accepted: true })
}
