/** Signatures of the Hub88 protocol: RSA-SHA256 over the raw body, in base64, in the header X-Hub88-Signature. */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

export const signatureHeader = 'x-hub88-signature'

export function signBody(body: string, privateKey: string | KeyObject): string {
  return sign('sha256', Buffer.from(body), privateKey).toString('base64')
}

/** True if any of the keys made the signature; several keys allow replacement without downtime. */
export function isSignedBy(keys: readonly KeyObject[], rawBody: Buffer, signature: string): boolean {
  if (!/^[A-Za-z0-9+/]{20,1400}={0,2}$/.test(signature)) return false
  const received = Buffer.from(signature, 'base64')
  return keys.some((key) => verify('sha256', rawBody, key, received))
}

/** Throws for anything but the public key of an RSA pair of at least 2048 bits. */
export function readPublicKey(pem: string): KeyObject {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Error('not a public RSA key of at least 2048 bits')
  return key
}
