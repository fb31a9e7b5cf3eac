/** Webhooks of the identity check: signed, sent in order, repeated until accepted. */
import { createHmac } from 'node:crypto'
import type { Faults } from '../faults.ts'

export type Webhooks = {
  send(body: Record<string, unknown>): void
  /** Everything sent so far, for tests and replays. */
  sent: string[]
  /** Resolves when no request is pending. */
  idle(): Promise<void>
  stop(): void
}
type WebhookOptions = { secret: string; callbackUrl: () => string; faults: Faults; retryDelaysMs: number[] }

const maxStoredBodies = 100

export function createWebhooks({ secret, callbackUrl, faults, retryDelaysMs }: WebhookOptions): Webhooks {
  const sent: string[] = []
  let isStopped = false
  let queue = Promise.resolve()

  async function deliver(text: string): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs).unref())
      if (isStopped || faults.isLosing) return
      const answers = await Promise.all(
        Array.from({ length: Math.max(1, faults.copies) }, () => post(callbackUrl(), secret, text)),
      )
      if (answers.some((isAccepted) => isAccepted)) return
    }
  }

  return {
    sent,
    send(body) {
      const text = JSON.stringify(body)
      sent.push(text)
      if (sent.length > maxStoredBodies) sent.shift()
      queue = queue.then(() => deliver(text))
    },
    idle: () => queue,
    stop: () => void (isStopped = true),
  }
}

async function post(url: string, secret: string, body: string): Promise<boolean> {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const answer = await fetch(url, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(5000),
    headers: {
      'content-type': 'application/json',
      'x-payload-digest': digest,
      'x-payload-digest-alg': 'HMAC_SHA256_HEX',
    },
  }).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.ok === true
}
