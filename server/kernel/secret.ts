/**
 * The root secret: given by SECRET, or generated once and stored in the data folder. Every key is derived from it for
 * one purpose.
 */
import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.trim().length >= 32) return kept.trim()
  const made = randomBytes(48).toString('base64url')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

/** The root secret, and those from before it, whose keys are read but never written with. */
export type Secrets = { secret: string; formerSecrets?: readonly string[] }

/** A pure derivation, remembered because most calls need one. */
const derived = new Map<string, string>()

/** A key for one purpose (`access-token`, `launch-token`, `sandbox-pay`), as 64 hexadecimal characters. */
export function deriveKey(secret: string, purpose: string): string {
  const name = `${purpose} ${secret}`
  let key = derived.get(name)
  if (!key) derived.set(name, (key = Buffer.from(hkdfSync('sha256', secret, 'fairhouse', purpose, 32)).toString('hex')))
  return key
}

/** The keys of a purpose with which something may have been written: the current one first. */
export function deriveKeys({ secret, formerSecrets = [] }: Secrets, purpose: string): [string, ...string[]] {
  return [deriveKey(secret, purpose), ...formerKeys(formerSecrets, purpose)]
}

export function formerKeys(formerSecrets: readonly string[] | undefined, purpose: string): string[] {
  return (formerSecrets ?? []).map((former) => deriveKey(former, purpose))
}

/** What a signature is expected to be, by each key of the purpose. */
export function isSignedWithAny(keys: readonly string[], given: Buffer, sign: (key: string) => Buffer): boolean {
  return keys.some((key) => {
    const expected = sign(key)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** 32 bytes; a setting of its own keeps it when SECRET changes. */
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

/** Like the one above. */
export function webPushKeyOf({ secret, webPushKey }: { secret: string; webPushKey: string | null }): Buffer {
  return webPushKey ? Buffer.from(webPushKey, 'base64url') : Buffer.from(deriveKey(secret, 'web-push'), 'hex')
}
