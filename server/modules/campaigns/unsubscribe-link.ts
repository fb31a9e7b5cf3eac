/** Links to unsubscribe from a channel: signed, valid for ever, and good for nothing else. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../secret.ts'
import type { Settings } from '../../settings.ts'

const signatureBytes = 16
const idBytes = 16

/** What a player unsubscribes from by a link. */
const media = ['mail', 'sms'] as const
type Medium = (typeof media)[number]

/**
 * The page with the button, which also takes the one-click request of a mail program (RFC 8058). The page of a text
 * message names its medium, which only selects the text: the signature decides.
 */
export function unsubscribeAddress(
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  playerId: string,
  medium: Medium = 'mail',
): string {
  const page = `${settings.publicUrl}/unsubscribe/${unsubscribeToken(settings, playerId, medium)}`
  return medium === 'mail' ? page : `${page}?by=${medium}`
}

export function unsubscribeToken(
  { secret }: Pick<Settings, 'secret'>,
  playerId: string,
  medium: Medium = 'mail',
): string {
  const id = Buffer.from(playerId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(secret, id, medium)]).toString('base64url')
}

/** Null for a token that was not issued here. */
export function readUnsubscribeToken(
  { secret }: Pick<Settings, 'secret'>,
  token: string,
): { playerId: string; medium: Medium } | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  const medium = media.find((each) => timingSafeEqual(bytes.subarray(idBytes), signatureOf(secret, id, each)))
  if (!medium) return null
  const playerId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { playerId, medium }
}

/** The purpose of the key names the medium: a link ends one consent alone. */
function signatureOf(secret: string, id: Buffer, medium: Medium): Buffer {
  return createHmac('sha256', deriveKey(secret, `unsubscribe-${medium}`))
    .update(id)
    .digest()
    .subarray(0, signatureBytes)
}
