/**
 * The root secret is SECRET, or is generated once and stored in the data folder. Every key is derived from it for one
 * purpose.
 */
import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  const stored = await readFile(file, 'utf8').catch(() => '')
  if (stored.trim().length >= 32) return stored.trim()
  const generated = randomBytes(48).toString('base64url')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, generated, { mode: 0o600, flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

/** The root secret and former ones. Keys of former secrets are used only for reading. */
export type Secrets = { secret: string; formerSecrets?: readonly string[] }

/** Caches derived keys, because most calls need one. */
const derived = new Map<string, string>()

/** A key for one purpose (`access-token`, `launch-token`, `sandbox-pay`), as 64 hexadecimal characters. */
export function deriveKey(secret: string, purpose: string): string {
  const name = `${purpose} ${secret}`
  let key = derived.get(name)
  if (!key) derived.set(name, (key = Buffer.from(hkdfSync('sha256', secret, 'fairhouse', purpose, 32)).toString('hex')))
  return key
}

/** The current and former keys of a purpose, the current one first. */
export function deriveKeys({ secret, formerSecrets = [] }: Secrets, purpose: string): [string, ...string[]] {
  return [deriveKey(secret, purpose), ...formerKeys(formerSecrets, purpose)]
}

export function formerKeys(formerSecrets: readonly string[] | undefined, purpose: string): string[] {
  return (formerSecrets ?? []).map((former) => deriveKey(former, purpose))
}

/** Whether any of the keys created the signature. */
export function isSignedWithAny(keys: readonly string[], signature: Buffer, sign: (key: string) => Buffer): boolean {
  return keys.some((key) => {
    const expected = sign(key)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

/** 32 bytes. A separate setting can keep this key when SECRET changes. */
export function liabilitiesKeyOf({
  secret,
  liabilitiesKey,
}: {
  secret: string
  liabilitiesKey: string | null
}): Buffer {
  return liabilitiesKey
    ? Buffer.from(liabilitiesKey, 'base64url')
    : Buffer.from(deriveKey(secret, 'liabilities'), 'hex')
}

/** 32 bytes. A separate setting can keep this key when SECRET changes. */
export function webPushKeyOf({ secret, webPushKey }: { secret: string; webPushKey: string | null }): Buffer {
  return webPushKey ? Buffer.from(webPushKey, 'base64url') : Buffer.from(deriveKey(secret, 'web-push'), 'hex')
}
