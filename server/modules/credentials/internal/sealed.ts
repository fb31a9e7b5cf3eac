/**
 * Encryption of stored secrets that must be read again: AES-256-GCM under a key derived for this purpose, bound to
 * their owner.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { deriveKey } from '../../../secret.ts'

const nonceBytes = 12
const tagBytes = 16

function keyOf({ settings }: Pick<Deps, 'settings'>): Buffer {
  return Buffer.from(deriveKey(settings.secret, 'totp-secret'), 'hex')
}

export function seal(deps: Pick<Deps, 'settings' | 'randomBytes'>, owner: string, plain: Uint8Array): Buffer {
  const nonce = deps.randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(deps), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the bytes were changed, belong to another owner or were sealed under another secret. */
export function unseal(deps: Pick<Deps, 'settings'>, owner: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(deps), sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
