/** What the house asks of whoever carries its text messages. */
import type { Result } from '#contract/endpoint.ts'

export type TextMessage = {
  /** The same at every attempt of one delivery. */
  id: string
  /** Digits in international form, without the plus. */
  to: string
  text: string
}

/** `refused`: never deliverable, so not tried again. `unavailable`: the same message may go through later. */
export type SmsFault = 'refused' | 'unavailable'

export type SmsPort = {
  name: string
  /** Ends within half a minute, one way or the other. `message` of a refusal is for the operator. */
  send(message: TextMessage): Promise<Result<void, SmsFault>>
}
