/**
 * Encrypts data that must be readable later: AES-256-GCM with a key derived for the purpose, bound to a readable text
 * such as the owner's id.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RandomBytes } from '../deps.ts'
import { deriveKey, deriveKeys, type Secrets } from './secret.ts'

const nonceBytes = 12
const tagBytes = 16

export function seal(
  { settings, randomBytes }: { settings: Secrets; randomBytes: RandomBytes },
  purpose: string,
  bound: string,
  plain: Uint8Array,
): Buffer {
  const nonce = randomBytes(nonceBytes)
  const key = Buffer.from(deriveKey(settings.secret, purpose), 'hex')
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Null for bytes that were changed, or sealed for another purpose or text or with another secret. */
export function unseal(secrets: Secrets, purpose: string, bound: string, sealed: Uint8Array): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  for (const key of deriveKeys(secrets, purpose)) {
    try {
      const nonce = sealed.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(-tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
    } catch {
      // The bytes may be sealed with another of the secrets.
    }
  }
  return null
}
