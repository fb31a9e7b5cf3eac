/** Passwords at rest: Argon2id with 19 MiB, 2 passes and 1 lane, a few at a time so that a rush of sign-ins starves nothing else. */
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

/** What a password is compared with where there is no such player, so that the answer takes as long. */
const nobody = `${prefix}${base64(Buffer.alloc(16, 7))}$${base64(Buffer.alloc(tagLength, 7))}`

/** True where the password fits. A null hash (no such player, no password set) costs the same and never fits. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  return inTurn('check', (hash) => compare(hash, password, stored))
}

/** As `verifyPassword`, unless a refusal stands by the time its turn has come: then that, and nothing is compared. */
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
  const [salt, expected] = (stored ?? nobody)
    .slice(prefix.length)
    .split('$')
    .map((part) => Buffer.from(part, 'base64'))
  const found = await derive(hash, password, salt!)
  return timingSafeEqual(found, expected!) && stored !== null
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
