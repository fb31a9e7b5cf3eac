/**
 * The launch token: player, game, currency and mode of a launch. A JWT signed with HS256 under the shared key. The
 * algorithm is fixed; any other is rejected.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

export type Launch = {
  studio: string
  /** The player's id in real mode; null in demo. */
  playerId: string | null
  /** The player's session at the site in real mode; a separate demo session otherwise. */
  sessionId: string
  game: string
  currency: string
  mode: 'real' | 'demo'
  locale: string
  theme: 'dark' | 'light'
  /**
   * The stake of the free spins that this launch is for; null without free spins. Absent in tokens of older builds, for
   * which any round with a suitable stake uses up a free spin.
   */
  freeSpins?: { stake: number } | null
}

const header = encode({ alg: 'HS256', typ: 'JWT' })
const kind = 'game-launch'

export function issueLaunch(launch: Launch, key: string, expiresAt: Date): string {
  const body = `${header}.${encode({ ...launch, kind, exp: Math.floor(expiresAt.getTime() / 1000) })}`
  return `${body}.${sign(body, key)}`
}

/** Returns null for tokens that were not signed for a launch, and for expired ones. */
export function readLaunch(token: string, keys: string | string[], now: Date): Launch | null {
  const read = readClaims(token, keys)
  return read && read.exp * 1000 > now.getTime() ? read.launch : null
}

/** Like `readLaunch`, but ignores the expiry: wins and rollbacks are accepted however late. */
export function readLaunchOfAnyAge(token: string, keys: string | string[]): Launch | null {
  return readClaims(token, keys)?.launch ?? null
}

function readClaims(token: string, keys: string | string[]): { launch: Launch; exp: number } | null {
  const [head, body, signature, ...rest] = token.split('.')
  if (head !== header || !body || !signature || rest.length > 0) return null
  const actual = Buffer.from(signature)
  const isGenuine = [keys].flat().some((key) => {
    const expected = Buffer.from(sign(`${head}.${body}`, key))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
  if (!isGenuine) return null
  return parseClaims(Buffer.from(body, 'base64url').toString())
}

const Claims = z.object({
  kind: z.literal(kind),
  exp: z.number(),
  studio: z.string(),
  playerId: z.string().nullable(),
  sessionId: z.string(),
  game: z.string(),
  currency: z.string(),
  mode: z.enum(['real', 'demo']),
  locale: z.string(),
  theme: z.enum(['dark', 'light']),
  freeSpins: z.object({ stake: z.int().positive() }).nullable().exactOptional(),
})

/**
 * A valid signature does not imply valid claims: another version, or another holder of the key, may have signed them.
 */
function parseClaims(text: string): { launch: Launch; exp: number } | null {
  let claims: unknown
  try {
    claims = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = Claims.safeParse(claims)
  if (!parsed.success) return null
  const { kind: _kind, exp, ...launch } = parsed.data
  return { launch, exp }
}

function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
