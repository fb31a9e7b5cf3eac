/** Tokens, cookies and invitations: 256 random bits, of which only the digest is stored. No slow hash is needed for them. */
import { createHash } from 'node:crypto'
import type { RandomBytes } from '../deps.ts'

export const newToken = (randomBytes: RandomBytes): string => Buffer.from(randomBytes(32)).toString('base64url')

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Of a token for the command line, so that one in the wrong place is recognized, by scanners of secrets as well. */
export const tokenPrefix = 'fht_'
