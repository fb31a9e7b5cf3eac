/** Completes a social sign-in: checks that this browser started it, exchanges the callback, and returns where to go. */
import { isSitePath } from '#contract/fields/site-path.ts'
import { flagOf } from './flags.ts'

export type Callback = { connection: string; search: string; hash: string; isSecure: boolean }
export type FinishParts = {
  readCookie(name: string): string | null
  removeCookie(name: string): void
  signIn(body: {
    query: Record<string, string>
    provider: string
    backRoute: string
  }): Promise<{ accessToken: string | null; ticket: string | null; backRoute: string }>
  storeToken(token: string): void
}
/**
 * `foreign`: another browser started the sign-in. The callback must not be sent then, because a player could be signed
 * in to an attacker's account. `code`: an authenticator code is required too, which is sent with the ticket.
 */
export type Finished =
  | { kind: 'foreign' }
  | { kind: 'code'; ticket: string; backRoute: string }
  | { kind: 'go'; to: string }

export async function finishSocial(
  { connection, search, hash, isSecure }: Callback,
  parts: FinishParts,
): Promise<Finished> {
  const query = readQuery(search, hash)
  const mark = /^([\w-]{16})\./.exec(query.state ?? '')?.[1]
  const cookie = `${isSecure ? '__Host-' : ''}social-${mark}`
  const storedBackRoute = mark ? parts.readCookie(cookie) : null
  if (storedBackRoute === null) return { kind: 'foreign' }
  parts.removeCookie(cookie)
  const backRoute = sitePathOr(storedBackRoute, '/')
  try {
    const reply = await parts.signIn({ query, provider: connection, backRoute })
    if (!reply.accessToken) return { kind: 'code', ticket: reply.ticket ?? '', backRoute }
    parts.storeToken(reply.accessToken)
    return { kind: 'go', to: sitePathOr(reply.backRoute, '/') }
  } catch (error) {
    return { kind: 'go', to: withSignIn(backRoute, flagOf((error as { name?: string }).name ?? '')) }
  }
}

/** Completes the sign-in with a code, and returns where to go. A wrong code throws and can be retried. */
export async function finishWithCode(
  send: () => Promise<{ accessToken: string; backRoute: string }>,
  backRoute: string,
  storeToken: (token: string) => void,
): Promise<string> {
  try {
    const reply = await send()
    storeToken(reply.accessToken)
    return sitePathOr(reply.backRoute, '/')
  } catch (error) {
    const { name = '' } = error as { name?: string }
    if (finalRefusals.has(name)) return withSignIn(backRoute, flagOf(name))
    throw error
  }
}
const finalRefusals = new Set(['ticketInvalid', 'accountBlocked', 'countryRestricted'])

function sitePathOr(path: string, other: string): string {
  return isSitePath(path) ? path : other
}

/** Returns the query. Telegram puts its data into the fragment, as base64 JSON. */
function readQuery(search: string, hash: string): Record<string, string> {
  const query = Object.fromEntries(new URLSearchParams(search))
  const encoded = /^#tgAuthResult=([\w+/-]+=*)$/.exec(hash)?.[1]
  if (!encoded) return query
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    const fields = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    return { ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])), ...query }
  } catch {
    return query
  }
}

function withSignIn(backRoute: string, flag: string): string {
  const url = new URL(backRoute, 'http://site.invalid')
  url.searchParams.set('sign-in', flag)
  return url.pathname + url.search + url.hash
}
