/**
 * Sumsub's webhook signature: an HMAC of the raw body in `x-payload-digest`, its algorithm in `x-payload-digest-alg`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** SHA-1, which Sumsub offers for old receivers, is not accepted. */
const kinds: Record<string, 'sha256' | 'sha512'> = { HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' }

/** True if any of the secrets made the digest; several secrets allow replacement without downtime. */
export function isDigestOf(
  rawBody: Buffer,
  options: { secrets: string[]; digest: string | undefined; kind: string | undefined },
): boolean {
  const algorithm = Object.hasOwn(kinds, options.kind ?? '') ? kinds[options.kind!]! : null
  if (!algorithm || !/^[0-9a-f]+$/i.test(options.digest ?? '')) return false
  const received = Buffer.from(options.digest!.slice(0, 256), 'hex')
  let isGenuine = false
  for (const secret of options.secrets) {
    const expected = createHmac(algorithm, secret).update(rawBody).digest()
    // Tries every secret, so that the timing does not reveal which one matches.
    if (received.length === expected.length && timingSafeEqual(received, expected)) isGenuine = true
  }
  return isGenuine
}

export function digestOf(secret: string, body: string): { 'x-payload-digest': string; 'x-payload-digest-alg': string } {
  return {
    'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex'),
    'x-payload-digest-alg': 'HMAC_SHA256_HEX',
  }
}
