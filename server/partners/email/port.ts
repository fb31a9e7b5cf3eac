/** What the house asks of whoever carries its mails. */
import type { Result } from '#contract/endpoint.ts'

export type Mail = {
  /** The same at every attempt of one delivery; the Message-ID is made from it. */
  id: string
  to: string
  /** Where an answer goes instead of to the sender. */
  replyTo?: string | undefined
  subject: string
  html: string
  text: string
  /** A mail that no one needs to answer automatically is marked so; it keeps absence notes away. */
  locale: string
}

/** `refused`: never deliverable, so not tried again. `unavailable`: the same mail may go through later. */
export type MailFault = 'refused' | 'unavailable'

export type MailPort = {
  name: string
  /** Ends within half a minute, one way or the other. `message` of a refusal is for the operator. */
  send(mail: Mail): Promise<Result<void, MailFault>>
  close(): Promise<void>
}
