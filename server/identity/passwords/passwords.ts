/**
 * Password hashes: Argon2id with 19 MiB, 2 passes and 1 lane, with limited concurrency so that a burst of sign-ins
 * does not starve other requests.
 */
import { timingSafeEqual } from 'node:crypto'
import { type Hash, inTurn } from './internal/hash-threads.ts'

const memoryKib = 19_456
const passes = 2
const lanes = 1
const tagLength = 32
const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$`

export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const derived = await inTurn('create', (hash) => derive(hash, password, salt))
  return `${prefix}${base64(salt)}$${base64(derived)}`
}

/** A hash that is verified in place of a missing one, so that an unknown player takes as long as a known one. */
const placeholderHash = `${prefix}${base64(Buffer.alloc(16, 7))}$${base64(Buffer.alloc(tagLength, 7))}`

/**
 * True if the password matches. A null hash (unknown player, no password set) takes the same time and never matches.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  return inTurn('check', (hash) => compare(hash, password, stored))
}

/** Like `verifyPassword`, but if a refusal applies once a thread is free, returns that and verifies nothing. */
export async function verifyPasswordUnless<R>(
  password: string,
  stored: string | null,
  refusal: () => Promise<R | null>,
): Promise<{ isRight: boolean; refusal: R | null }> {
  return inTurn('check', async (hash) => {
    const refused = await refusal()
    return { isRight: refused === null && (await compare(hash, password, stored)), refusal: refused }
  })
}

async function compare(hash: Hash, password: string, stored: string | null): Promise<boolean> {
  const [salt, expected] = (stored ?? placeholderHash)
    .slice(prefix.length)
    .split('$')
    .map((part) => Buffer.from(part, 'base64'))
  const actual = await derive(hash, password, salt!)
  return timingSafeEqual(actual, expected!) && stored !== null
}

function derive(hash: Hash, password: string, nonce: Uint8Array): Promise<Buffer> {
  return hash({
    message: Buffer.from(password.normalize('NFC')),
    nonce,
    parallelism: lanes,
    tagLength,
    memory: memoryKib,
    passes,
  })
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
