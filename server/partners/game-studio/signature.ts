/**
 * Signatures of wallet calls: HMAC-SHA256 over `<timestamp>.<raw body>`, hex in `x-studio-signature`, seconds in
 * `x-studio-timestamp`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StudioCallHead } from './port.ts'

const windowMs = 300_000

/**
 * True if any of the keys made the signature; several keys allow replacement without downtime. A missing, stale or
 * malformed part counts as a wrong signature.
 */
export function isSignedBy(keys: string[], { rawBody, header, now }: StudioCallHead): boolean {
  const timestamp = header('x-studio-timestamp') ?? ''
  const signature = header('x-studio-signature') ?? ''
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > windowMs) return false
  const received = Buffer.from(signature, 'hex')
  let isGenuine = false
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(`${timestamp}.`).update(rawBody).digest()
    // Compares every key, so that the timing does not reveal which one matches.
    if (timingSafeEqual(received, expected)) isGenuine = true
  }
  return isGenuine
}
