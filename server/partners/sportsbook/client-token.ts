/**
 * The token of a sportsbook's client: player, session and currency, for some minutes. A JWT signed with HS256; the
 * algorithm is fixed, any other is rejected.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ClientToken } from './port.ts'

const Claims = z.object({
  kind: z.literal('sportsbook-client'),
  exp: z.number(),
  sportsbook: z.string(),
  playerId: z.uuid(),
  sessionId: z.uuid(),
  currency: z.string(),
})
const header = encode({ alg: 'HS256', typ: 'JWT' })

export function issueClientToken(
  token: ClientToken,
  { key, sportsbook, expiresAt }: { key: string; sportsbook: string; expiresAt: Date },
): string {
  const exp = Math.floor(expiresAt.getTime() / 1000)
  const body = `${header}.${encode({ kind: 'sportsbook-client', exp, sportsbook, ...token })}`
  return `${body}.${sign(body, key)}`
}

/** Null for anything that was not signed for a client of this sportsbook, or that has expired. */
export function readClientToken(
  token: string,
  { key, sportsbook, now }: { key: string; sportsbook: string; now: Date },
): (ClientToken & { expiresAt: Date }) | null {
  const [head, body, signature, ...rest] = token.split('.')
  if (head !== header || !body || !signature || rest.length > 0) return null
  const received = Buffer.from(signature)
  const expected = Buffer.from(sign(`${head}.${body}`, key))
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  const claims = Claims.safeParse(parse(Buffer.from(body, 'base64url').toString()))
  if (!claims.success || claims.data.sportsbook !== sportsbook) return null
  const { playerId, sessionId, currency, exp } = claims.data
  const expiresAt = new Date(exp * 1000)
  return expiresAt > now ? { playerId, sessionId, currency, expiresAt } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
