/** Signatures of the SoftSwiss form: HMAC-SHA256 of the raw body, hexadecimal, in the header X-REQUEST-SIGN. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'x-request-sign'

export const signBody = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/**
 * True if any of the secrets made the signature. All are compared, so that the timing does not reveal which matches.
 */
export function isSignedBy(secrets: readonly string[], rawBody: Buffer, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  const received = Buffer.from(signature)
  let isGenuine = false
  for (const secret of secrets) if (timingSafeEqual(received, Buffer.from(signBody(rawBody, secret)))) isGenuine = true
  return isGenuine
}
