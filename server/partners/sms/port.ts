/** The port of text message carriers. */
import type { Result } from '#contract/endpoint.ts'

export type TextMessage = {
  /** The same for every attempt of one delivery. */
  id: string
  /** Digits in international form, without the plus. */
  to: string
  text: string
}

/** `refused`: permanently undeliverable, so not retried. `unavailable`: the same message may succeed later. */
export type SmsFault = 'refused' | 'unavailable'

export type SmsPort = {
  name: string
  /** Completes within half a minute. `message` of a refusal is for the operator. */
  send(message: TextMessage): Promise<Result<void, SmsFault>>
}
