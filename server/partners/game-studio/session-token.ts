/**
 * The token of a launch at an outside studio: player, session, currency and mode. It is signed, so that wins and
 * rollbacks can be attributed however late they arrive, and compact, because studios limit its length to 255.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { LaunchRequest } from './port.ts'

const signatureBytes = 16
const validSeconds = 4 * 3_600
export const maxTokenLength = 255

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
/** Player, session, game, currency, mode, locale, theme, expiry. */
const Fields = z.tuple([
  z.union([uuid, z.literal('')]),
  uuid,
  z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/),
  z.string().regex(/^[A-Z]{3,5}$/),
  z.enum(['real', 'demo']),
  z.string().max(5),
  z.enum(['dark', 'light']),
  z.coerce.number().int().min(0),
])

export function issueSessionToken(launch: LaunchRequest, key: string, now: Date): string {
  const { playerId, sessionId, game, currency, mode, locale, theme } = launch
  const seconds = Math.floor(now.getTime() / 1000) + validSeconds
  const fields = [packed(playerId), packed(sessionId), game, currency, mode[0], locale, theme[0], seconds.toString(36)]
  const body = fields.join('.')
  return `${body}.${sign(body, key)}`
}

/** Null for a token that was not signed here or has expired at `now`. If `now` is null, any age is accepted. */
export function readSessionToken(token: string, key: string, now: Date | null): LaunchRequest | null {
  const end = token.lastIndexOf('.')
  if (end < 0 || token.length > maxTokenLength) return null
  const body = token.slice(0, end)
  const [received, expected] = [Buffer.from(token.slice(end + 1)), Buffer.from(sign(body, key))]
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  const [player = '', session = '', game, currency, mode, locale, theme, seconds = ''] = body.split('.')
  const read = Fields.safeParse([
    unpacked(player),
    unpacked(session),
    game,
    currency,
    mode === 'r' ? 'real' : 'demo',
    locale,
    theme === 'l' ? 'light' : 'dark',
    Number.parseInt(seconds, 36),
  ])
  if (!read.success) return null
  const [playerId, sessionId, ...rest] = read.data
  if (now && rest[5] * 1000 <= now.getTime()) return null
  return {
    playerId: playerId || null,
    sessionId,
    game: rest[0],
    currency: rest[1],
    mode: rest[2],
    locale: rest[3],
    theme: rest[4],
  }
}

const packed = (id: string | null) => (id ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : '')
function unpacked(text: string): string {
  const hex = Buffer.from(text, 'base64url').toString('hex')
  return hex && [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function sign(body: string, key: string): string {
  return createHmac('sha256', key).update(body).digest().subarray(0, signatureBytes).toString('base64url')
}
