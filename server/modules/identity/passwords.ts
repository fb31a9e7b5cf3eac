/** Passwords at rest: Argon2id with 19 MiB, 2 passes and 1 lane, a few at a time so that a rush of sign-ins starves nothing else. */
import { argon2, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

const memoryKib = 19_456
const passes = 2
const lanes = 1
const tagLength = 32
const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$`

/** Node's pool has four threads, which files and name look-ups share. */
const maxAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1))
let running = 0
const waiting: Array<() => void> = []

export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const hash = await inTurn(() => derive(password, salt))
  return `${prefix}${base64(salt)}$${base64(hash)}`
}

/** What a password is compared with where there is no such player, so that the answer takes as long. */
const nobody = `${prefix}${base64(Buffer.alloc(16, 7))}$${base64(Buffer.alloc(tagLength, 7))}`

/** True where the password fits. A null hash (no such player, no password set) costs the same and never fits. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  return inTurn(() => compare(password, stored))
}

/** As `verifyPassword`, unless a refusal stands by the time its turn has come: then that, and nothing is compared. */
export async function verifyPasswordUnless<R>(password: string, stored: string | null, refusal: () => Promise<R | null>): Promise<{ isRight: boolean; refusal: R | null }> {
  return inTurn(async () => {
    const refused = await refusal()
    return { isRight: refused === null && (await compare(password, stored)), refusal: refused }
  })
}

async function compare(password: string, stored: string | null): Promise<boolean> {
  const [salt, expected] = (stored ?? nobody).slice(prefix.length).split('$').map((part) => Buffer.from(part, 'base64'))
  const hash = await derive(password, salt!)
  return timingSafeEqual(hash, expected!) && stored !== null
}

function derive(password: string, nonce: Uint8Array): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const parameters = { message: Buffer.from(password.normalize('NFC')), nonce, parallelism: lanes, tagLength, memory: memoryKib, passes }
    argon2('argon2id', parameters, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // A waiting one takes over this place, so `running` stays as it is.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
