/** Links to unsubscribe from a channel: signed, valid for ever, and good for nothing else. */
import { createHmac } from 'node:crypto'
import { deriveKey, deriveKeys, isSignedWithAny, type Secrets } from '../kernel/secret.ts'
import type { Settings } from '../settings.ts'

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
  return Buffer.concat([id, signatureOf(deriveKey(secret, purposeOf(medium)), id)]).toString('base64url')
}

/** Null for a token that was not issued here. `kept`: keys of each medium from before the former secrets. */
export function readUnsubscribeToken(
  secrets: Secrets,
  token: string,
  kept: Partial<Record<Medium, string[]>> = {},
): { playerId: string; medium: Medium } | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  const medium = media.find((each) => {
    const keys = [...deriveKeys(secrets, purposeOf(each)), ...(kept[each] ?? [])]
    return isSignedWithAny(keys, bytes.subarray(idBytes), (key) => signatureOf(key, id))
  })
  if (!medium) return null
  const playerId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { playerId, medium }
}

/** The purpose of the key names the medium: a link ends one consent alone. */
export function purposeOf<M extends Medium>(medium: M): `unsubscribe-${M}` {
  return `unsubscribe-${medium}`
}

function signatureOf(key: string, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest().subarray(0, signatureBytes)
}
