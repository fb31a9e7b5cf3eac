/** Links to unsubscribe from a channel: signed, valid for ever, and good for nothing else. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../secret.ts'
import type { Settings } from '../../settings.ts'

const signatureBytes = 16
const idBytes = 16

/** The page with the button, which also takes the one-click request of a mail program (RFC 8058). */
export function unsubscribeAddress(settings: Pick<Settings, 'secret' | 'publicUrl'>, playerId: string): string {
  return `${settings.publicUrl}/unsubscribe/${unsubscribeToken(settings, playerId)}`
}

export function unsubscribeToken({ secret }: Pick<Settings, 'secret'>, playerId: string): string {
  const id = Buffer.from(playerId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(secret, id)]).toString('base64url')
}

/** The player; null for a token that was not issued here. */
export function readUnsubscribeToken({ secret }: Pick<Settings, 'secret'>, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  if (!timingSafeEqual(bytes.subarray(idBytes), signatureOf(secret, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The purpose of the key names the channel. */
function signatureOf(secret: string, id: Buffer): Buffer {
  return createHmac('sha256', deriveKey(secret, 'unsubscribe-mail')).update(id).digest().subarray(0, signatureBytes)
}
