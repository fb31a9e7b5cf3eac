/** The visitor of a page: the cookie's session, the stored language, the country, the kind of device. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readCookie } from '#contract/cookies.ts'
import type { Visitor } from '#contract/pages.ts'
import type { Locale, PlayerInit } from '#contract/settings.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Caller, Deps } from '../../deps.ts'
import { anonymousCaller, isMobile, readSession } from '../../identity/index.ts'
import type { PageReads } from './shared-reads.ts'
import { isLocale } from '../../kernel/locales.ts'

/** Calls an endpoint in-process, with the same result as over HTTP. */
export type CallVerb = (
  caller: Caller,
  route: string,
  raw: { params?: unknown; query?: unknown; body?: unknown },
) => Promise<{ status: number; body: unknown }>

/**
 * `stale`: the token has expired but its session may be valid. The browser refreshes the token, so the page is
 * rendered as a player's, without data.
 */
export type PageSession = 'none' | 'live' | 'stale'
/** `hasDeadToken`: the cookie belongs to an ended session and is deleted. */
export type PageVisitor = {
  visitor: Visitor
  caller: Caller
  session: PageSession
  hasDeadToken: boolean
  /** The player of the token, even of a stale one; the page compares it with the browser's token when it loads. */
  playerId: string | null
}

export async function readVisitor(
  deps: Deps,
  request: FastifyRequest,
  { callVerb, reads }: { callVerb: CallVerb; reads: PageReads },
): Promise<PageVisitor> {
  const cookies = request.headers.cookie ?? ''
  const token = readCookie('access_token', cookies)
  const anonymous = anonymousCaller(deps, request)
  const player = token ? await readSession(deps, `Bearer ${token}`) : null
  const claims = token && !player ? unverifiedClaims(token) : null
  const isStale = claims?.exp !== undefined && claims.exp * 1000 <= deps.clock.now().getTime()
  const session: PageSession = player ? 'live' : isStale ? 'stale' : 'none'
  const caller: Caller = { ...anonymous, player }
  const init = await readInit(callVerb, caller, { language: storedLocale(cookies) })
  const locales = (await reads.read(caller, 'GET /api/settings/locales')) as Locale[]
  return {
    caller: { ...caller, locale: init.locale },
    session,
    hasDeadToken: Boolean(token) && session === 'none',
    playerId: player?.id ?? (isStale ? (claims?.sub ?? null) : null),
    visitor: {
      locale: init.locale,
      isMobile: isMobile(anonymous.userAgent),
      isSignedIn: session !== 'none',
      init,
      locales,
    },
  }
}

/** A cookie may contain anything; an unknown language is ignored. */
export function storedLocale(cookies: string): string | undefined {
  const cookie = readCookie('locale', cookies) ?? ''
  return isLocale(cookie) ? cookie : undefined
}

async function readInit(callVerb: CallVerb, caller: Caller, query: object): Promise<PlayerInit> {
  const { status, body } = await callVerb(caller, 'GET /api/player/init', { params: {}, query, body: undefined })
  if (status !== HttpStatus.ok) throw new Error(`GET /api/player/init answered ${status}`)
  return body as PlayerInit
}

/** The unverified claims of a token; they grant nothing. */
function unverifiedClaims(token: string): { exp?: number | undefined; sub?: string | undefined } | null {
  try {
    return Claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}
const Claims = z.object({ exp: z.number(), sub: z.string() }).partial()
