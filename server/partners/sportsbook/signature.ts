/** Signatures of calls and answers: hex HMAC-SHA256 over `<timestamp>.<raw bytes>`, as the protocol states. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { signatureHeaders, signatureWindowMs } from '#contract/sportsbook-protocol.ts'
import type { SportsbookCallHead } from './port.ts'

export function signatureOf(key: string, timestamp: string, rawBody: Buffer | string): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(rawBody).digest('hex')
}

export function signedHeaders(key: string, rawBody: Buffer | string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signatureOf(key, timestamp, rawBody) }
}

/**
 * True if any of the keys made the signature; several keys allow replacement without downtime. A missing, stale or
 * malformed part counts as a wrong signature.
 */
export function isSignedBy(keys: string[], { rawBody, header, now }: SportsbookCallHead): boolean {
  const timestamp = header(signatureHeaders.timestamp) ?? ''
  const signature = header(signatureHeaders.signature) ?? ''
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > signatureWindowMs) return false
  const received = Buffer.from(signature, 'hex')
  // Compares every key, so that the timing does not reveal which one matches.
  return keys
    .map((key) => timingSafeEqual(received, Buffer.from(signatureOf(key, timestamp, rawBody), 'hex')))
    .includes(true)
}
