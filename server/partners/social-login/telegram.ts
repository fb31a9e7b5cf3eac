/**
 * Telegram: its page redirects the browser back with the account's fields and their HMAC-SHA256, keyed by the SHA-256
 * of the bot's token. There is no code to exchange, so the response must be recent and is accepted once.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ok, refuse } from '#contract/endpoint.ts'
import { claimText } from './claim-text.ts'
import type { SocialLogin } from './port.ts'

export type TelegramOptions = {
  /** `<bot id>:<secret>`, as issued for the bot. */
  token: string
  /** Telegram's page; the sandbox imitates it. */
  authUrl?: string
}

const freshSeconds = 300
/** A response from further in the future than this is refused. */
const aheadSeconds = 30
/** Parameters that Telegram does not sign; it signs all others. */
const unsigned = new Set(['hash', 'state'])

export function createTelegramLogin({
  token,
  authUrl = 'https://oauth.telegram.org/auth',
}: TelegramOptions): SocialLogin {
  const key = createHash('sha256').update(token).digest()
  return {
    id: 'telegram',
    name: 'Telegram',
    hasConnections: false,
    tellsEmail: false,
    async begin({ state, callbackUrl }) {
      const back = new URL(callbackUrl)
      back.searchParams.set('state', state)
      const url = new URL(authUrl)
      url.search = String(
        new URLSearchParams({
          bot_id: token.split(':')[0]!,
          origin: back.origin,
          return_to: back.href,
          request_access: 'write',
        }),
      )
      return ok(url)
    },
    async finish({ query, now }) {
      const received = Buffer.from(/^[0-9a-f]{64}$/i.test(query.hash ?? '') ? query.hash! : '', 'hex')
      const expected = createHmac('sha256', key).update(checkString(query)).digest()
      if (received.length !== expected.length || !timingSafeEqual(received, expected))
        return refuse('refused', { message: 'the hash does not match the fields' })
      const age = now.getTime() / 1000 - (/^\d{1,12}$/.test(query.auth_date ?? '') ? Number(query.auth_date) : 0)
      if (age > freshSeconds || age < -aheadSeconds) return refuse('refused', { message: 'stale' })
      if (!/^[1-9]\d{0,18}$/.test(query.id ?? '')) return refuse('refused', { message: 'no id' })
      return ok({
        subject: query.id!,
        email: null,
        isEmailVerified: false,
        hasSecondFactor: false,
        nickname: claimText(query.username, 64),
        firstName: claimText(query.first_name, 64),
        lastName: claimText(query.last_name, 64),
        note: expected.toString('hex'),
      })
    },
  }
}

function checkString(query: Record<string, string>): string {
  return Object.keys(query)
    .filter((name) => !unsigned.has(name))
    .toSorted()
    .map((name) => `${name}=${query[name]}`)
    .join('\n')
}
