/** Signed links to unsubscribe from a channel. They never expire and authorise nothing else. */
import { createHmac } from 'node:crypto'
import { deriveKey, deriveKeys, isSignedWithAny, type Secrets } from '../kernel/secret.ts'
import type { Settings } from '../settings.ts'

const signatureBytes = 16
const idBytes = 16

/** The channels from which a link can unsubscribe. */
const media = ['mail', 'sms'] as const
type Medium = (typeof media)[number]

/**
 * The address of the page with the button, which also accepts the one-click request of a mail program (RFC 8058). For a
 * text message it names the medium, but only to select the page's text: the signature determines the consent.
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

/** Null for a token that this site did not issue. `kept`: keys of each medium from before the former secrets. */
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

/** The key depends on the medium, so that a link withdraws only one consent. */
export function purposeOf<M extends Medium>(medium: M): `unsubscribe-${M}` {
  return `unsubscribe-${medium}`
}

function signatureOf(key: string, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest().subarray(0, signatureBytes)
}
