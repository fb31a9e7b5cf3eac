/** Signatures: RSA-SHA256 over the raw bytes of the body, base64, in the header X-Hub88-Signature. */
import { sign, verify } from 'node:crypto'

export const signatureHeader = 'x-hub88-signature'

/** `privateKey` is in PEM. */
export function signBody(body: string, privateKey: string): string {
  return sign('sha256', Buffer.from(body), privateKey).toString('base64')
}

/** `publicKey` is in PEM. Sign and verify the raw bytes, never a body that was parsed and serialised again. */
export function isSigned(body: string | Buffer, signature: string, publicKey: string): boolean {
  return verify('sha256', Buffer.from(body), publicKey, Buffer.from(signature, 'base64'))
}
