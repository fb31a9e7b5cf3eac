/** JSON Web Tokens signed with ES256. The algorithm is fixed, and any other is rejected. */
import { type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { parseExactly } from '#contract/exact-number.ts'

const header = encode({ alg: 'ES256', typ: 'JWT' })
const Header = z.object({ alg: z.literal('ES256') })
const asJose = { dsaEncoding: 'ieee-p1363' } as const

export function signJwt(claims: object, key: KeyObject): string {
  const content = `${header}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), { key, ...asJose }).toString('base64url')}`
}

/** The claims; null for anything that none of these keys signed. */
export function readJwt(token: string, keys: KeyObject[]): unknown {
  const parts = token.split('.')
  const [head, body, signature] = parts
  if (parts.length !== 3 || !head || !body || !signature) return null
  if (!Header.safeParse(parse(head)).success) return null
  const content = Buffer.from(`${head}.${body}`)
  const received = Buffer.from(signature, 'base64url')
  // Only the canonical encoding is accepted, so that one token cannot be spelled in two ways.
  if (received.toString('base64url') !== signature) return null
  return keys.some((key) => verify('sha256', content, { key, ...asJose }, received)) ? parse(body) : null
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
function parse(part: string): unknown {
  try {
    return parseExactly(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}
