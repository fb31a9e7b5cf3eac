/**
 * The visitor of the chat: a signed-in player, or a guest with a signed token, because cookies authenticate nothing here.
 * Guests poll, players are pushed: a private channel for guests would need another kind of identity in the realtime
 * server.
 */
import { refuse, type Result, ok } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { type Counted, perHour, perMinute } from '../../kernel/attempts.ts'
import { readGuestToken } from './guest-token.ts'

export type ChatVisitor = { kind: 'player'; id: string } | { kind: 'guest'; key: Buffer }

/** Nobody who may read the site is refused: excluded, limited and restricted players need support most. */
export function visitorOf(ctx: Ctx): Result<ChatVisitor, 'chatOff' | 'signInNeeded'> {
  if (!ctx.settings.chat.isBuiltIn) return refuse('chatOff')
  const { player, bearer } = ctx.caller
  if (player) return ok({ kind: 'player', id: player.id })
  if (!ctx.settings.chat.hasGuests) return refuse(bearer ? 'signInNeeded' : 'chatOff')
  const key = readGuestToken(ctx, bearer)
  return key ? ok({ kind: 'guest', key }) : refuse('signInNeeded')
}

/** Of this visitor alone. */
export function messageAttempts(visitor: ChatVisitor): Counted[] {
  const own = visitor.kind === 'player' ? visitor.id : visitor.key.toString('base64url')
  return [
    { key: `chat:minute:${own}`, limit: perMinute(15) },
    { key: `chat:hour:${own}`, limit: perHour(150) },
  ]
}

/** Guests are counted by address as well, because a new token costs nothing. */
export function guestAttempts(ip: string): Counted[] {
  return [
    { key: `chat:guest-address:${addressOf(ip)}`, limit: perHour(60) },
    { key: `chat:guest-block:${prefixOf(ip)}`, limit: perHour(300) },
  ]
}
