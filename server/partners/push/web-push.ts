/** Web push (RFC 8030) with the keys of this site (VAPID, RFC 8292). */
import { createECDH, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Clock, RandomBytes } from '../../deps.ts'
import { p256KeysOf } from '../../kernel/p256-keys.ts'
import { encryptPush, maxPayloadBytes } from './encrypt.ts'
import type { PushFault, PushPort } from './port.ts'
import { type Post, postPublic } from './post-public.ts'

export type WebPushOptions = {
  /** 32 bytes. If it changes, browsers must subscribe again. */
  privateKey: Uint8Array
  /** Whom a push service contacts about this site: a `mailto:` or `https:` address. */
  contact: string
  clock: Clock
  randomBytes: RandomBytes
  subscriptions: {
    /** Whether the browser still receives notifications, or offers; called right before sending. */
    mayReceive(id: string, isOffer: boolean): Promise<boolean>
    /** Called with an endpoint that no longer exists. */
    removeEndpoint(endpoint: string): Promise<void>
  }
  post?: Post
}

const gone = 'The browser is not subscribed any more'
/** At most a day (RFC 8292, section 2). */
const tokenSeconds = 12 * 3600

export function createWebPush(options: WebPushOptions): PushPort {
  const { randomBytes, subscriptions, post = postPublic() } = options
  const { publicKey, signingKey } = p256KeysOf(options.privateKey)
  return {
    name: 'web-push',
    publicKey,
    async send({ id, to, isOffer, payload, ttlSeconds, topic }) {
      if (!(await subscriptions.mayReceive(id, isOffer))) return refuse('refused', { message: gone })
      const text = Buffer.from(payload)
      if (text.length > maxPayloadBytes) return refuse('refused', { message: 'The message is too long' })
      let body: Buffer
      try {
        const ephemeral = createECDH('prime256v1')
        ephemeral.generateKeys()
        body = encryptPush(text, { ...to, privateKey: ephemeral.getPrivateKey(), salt: randomBytes(16) })
      } catch {
        await subscriptions.removeEndpoint(to.endpoint)
        return refuse('refused', { message: 'The keys of the browser are not valid' })
      }
      const token = await tokenFor(new URL(to.endpoint).origin, options, signingKey)
      const answer = await post(to.endpoint, {
        body,
        headers: {
          authorization: `vapid t=${token}, k=${publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(Math.max(0, Math.trunc(ttlSeconds))),
          topic,
          urgency: 'normal',
        },
      })
      if (!answer.ok) return answer
      const verdict = classify(answer.value)
      if (!verdict.ok && verdict.message === gone) await subscriptions.removeEndpoint(to.endpoint)
      return verdict
    },
  }
}

function tokenFor(audience: string, { clock, contact }: WebPushOptions, key: KeyObject): Promise<string> {
  return new SignJWT({ sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setExpirationTime(Math.trunc(clock.now().getTime() / 1000) + tokenSeconds)
    .sign(key)
}

/** 404 and 410: the browser has unsubscribed. 429 and 5xx: later. */
function classify(status: number): Result<void, PushFault> {
  if (status >= HttpStatus.ok && status < HttpStatus.multipleChoices) return ok()
  if (status === HttpStatus.notFound || status === HttpStatus.gone) return refuse('refused', { message: gone })
  const isLater = status === HttpStatus.tooManyRequests || status >= HttpStatus.internalServerError
  return refuse(isLater ? 'unavailable' : 'refused', { message: `The push service answered ${status}` })
}
