/** The public point, in base64url, and the signing key of a private key of 32 bytes on the curve P-256. */
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'

export function p256KeysOf(privateKey: Uint8Array): { publicKey: string; signingKey: KeyObject } {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const point = ecdh.getPublicKey()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const d = Buffer.from(privateKey).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d }
  return { publicKey: point.toString('base64url'), signingKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}
