/** Signatures of the form `t=<unix seconds>,v1=<hex>[,v1=<hex>]` over `t.<raw body>`, HMAC-SHA256. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const windowSeconds = 300

/**
 * True if any of the secrets made any of the signatures within the window; several secrets allow replacement without
 * downtime.
 */
export function isSigned(options: {
  secrets: string[]
  header: string | undefined
  rawBody: Buffer
  now: Date
}): boolean {
  const parts = (options.header ?? '')
    .slice(0, 1024)
    .split(',')
    .map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => Buffer.from(value ?? '', 'hex'))
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(options.now.getTime() / 1000 - Number(time)) > windowSeconds) return false
  let isGenuine = false
  for (const secret of options.secrets) {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(options.rawBody).digest()
    for (const signature of signatures) {
      // Compares every pair, so that the timing does not reveal which one matches.
      if (signature.length === expected.length && timingSafeEqual(signature, expected)) isGenuine = true
    }
  }
  return isGenuine
}
