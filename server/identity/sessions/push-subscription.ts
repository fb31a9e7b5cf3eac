/** Push notifications of the calling session's browser. */
import { createECDH } from 'node:crypto'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/push.ts'
import { lockNamed } from '../../kernel/locks.ts'
import type { PlayerCtx } from '../../deps.ts'
import { isPushEndpoint } from '../../partners/push/post-public.ts'
import { putSubscription, readSubscription, removeSubscriptions } from '../../messaging/index.ts'

type Store = typeof contract.storePush
type State = ReplyOf<typeof contract.readPush>

export async function readPush(ctx: PlayerCtx): Promise<Result<State>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const subscription = await readSubscription(ctx.db.kysely, { playerId, sessionId })
  return ok({
    publicKey: ctx.partners.push?.publicKey ?? null,
    subscription: subscription
      ? { endpoint: subscription.endpoint, receivesOffers: subscription.receives_offers }
      : null,
  })
}

export async function storePush(
  ctx: PlayerCtx,
  input: VerbInput<Store>,
): Promise<Result<ReplyOf<Store>, RefusalOf<Store>>> {
  if (!ctx.partners.push) return refuse('pushOff')
  if (!isPushEndpoint(input.endpoint) || !isPoint(input.p256dh)) return refuse('pushEndpointInvalid')
  const { id: playerId, sessionId } = ctx.caller.player
  const stored = await ctx.db.transaction(async (tx) => {
    // Locks the session against a concurrent sign-out, which removes the session's subscription.
    const session = await tx
      .selectFrom('identity.sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('closed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!session) return refuse('sessionEnded')
    // Serializes concurrent calls for one browser, so that each replaces the subscription of the one before.
    await lockNamed(tx, 'push', input.endpoint)
    await putSubscription(tx, ctx.clock.now(), { playerId, sessionId }, input)
    return ok()
  })
  return stored.ok ? readPush(ctx) : stored
}

export async function removePush(ctx: PlayerCtx): Promise<Result<State>> {
  await ctx.db.transaction((tx) => removeSubscriptions(tx, ctx.clock.now(), [ctx.caller.player.sessionId]))
  return readPush(ctx)
}

/** Whether the key is a point on the curve: nothing can be encrypted for any other key. */
function isPoint(p256dh: string): boolean {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
