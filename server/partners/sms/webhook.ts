/**
 * Posts signed text messages to an address of the operator, for any carrier without an adapter here. The request and
 * its verification are described in docs/operations/messages.md.
 */
import { createHmac } from 'node:crypto'
import * as HttpStatus from '#contract/statuses.ts'
import { callCarrier } from './call.ts'
import type { SmsPort } from './port.ts'

export type WebhookOptions = { url: string; secret: string; now: () => Date; timeoutMs?: number }

/** Statuses besides 5xx that are retried. */
const retried = new Set([
  HttpStatus.unauthorized,
  HttpStatus.forbidden,
  HttpStatus.notFound,
  HttpStatus.requestTimeout,
  HttpStatus.conflict,
  HttpStatus.tooEarly,
  HttpStatus.tooManyRequests,
])

export function createSmsWebhook({ url, secret, now, timeoutMs = 15_000 }: WebhookOptions): SmsPort {
  return {
    name: 'webhook',
    send({ id, to, text }) {
      const body = JSON.stringify({ id, to: `+${to}`, text })
      const at = Math.floor(now().getTime() / 1000)
      const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
      return callCarrier({
        name: 'The SMS webhook',
        url,
        body,
        timeoutMs,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          'fairhouse-signature': `t=${at},v1=${signature}`,
        },
        isFinal: (status) =>
          status >= HttpStatus.badRequest && status < HttpStatus.internalServerError && !retried.has(status),
      })
    },
  }
}
