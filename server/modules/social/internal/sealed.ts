/**
 * Data that the browser holds and only the server can read: AES-256-GCM under a key derived for its purpose, bound
 * to a readable text.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { deriveKey } from '../../../secret.ts'

const [ivLength, tagLength] = [12, 16]

export function seal(
  { settings, randomBytes }: Pick<Deps, 'settings' | 'randomBytes'>,
  purpose: string,
  bound: string,
  value: unknown,
): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(settings, purpose), iv).setAAD(Buffer.from(bound))
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Null for data that was not sealed here for this purpose and text. */
export function unseal({ settings }: Pick<Deps, 'settings'>, purpose: string, bound: string, text: string): unknown {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length <= ivLength + tagLength) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(settings, purpose), bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(bound))
      .setAuthTag(bytes.subarray(-tagLength))
    return JSON.parse(
      Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]).toString(),
    ) as unknown
  } catch {
    return null
  }
}

function keyOf({ secret }: Deps['settings'], purpose: string): Buffer {
  return Buffer.from(deriveKey(secret, purpose), 'hex')
}
