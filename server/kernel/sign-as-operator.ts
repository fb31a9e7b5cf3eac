/**
 * Signatures with the operator's published key: ECDSA on P-256, which every browser and OpenSSL can verify. Each kind of
 * signed text begins with words of its own, so that no text is valid as one of another kind.
 */
import { createPublicKey, sign } from 'node:crypto'
import type { Settings } from '../settings.ts'
import { p256KeysOf } from './p256-keys.ts'
import { liabilitiesKeyOf } from './secret.ts'

type KeySettings = Pick<Settings, 'secret' | 'liabilitiesKey'>

/** `der` is the encoding that OpenSSL reads, `ieee-p1363` that of browsers. */
export function signAsOperator(
  settings: KeySettings,
  text: string | Uint8Array,
  dsaEncoding: 'der' | 'ieee-p1363',
): { publicKey: string; signature: Buffer } {
  const { publicKey, signingKey } = p256KeysOf(liabilitiesKeyOf(settings))
  return { publicKey, signature: sign('sha256', Buffer.from(text), { key: signingKey, dsaEncoding }) }
}

/** The published key as a file for OpenSSL. */
export function operatorKeyPem(settings: KeySettings): string {
  const { signingKey } = p256KeysOf(liabilitiesKeyOf(settings))
  return createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }).toString()
}
