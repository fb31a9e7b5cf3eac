/** The port of mail carriers. */
import type { Result } from '#contract/endpoint.ts'

export type Mail = {
  /** The same for every attempt of one delivery; the Message-ID is derived from it. */
  id: string
  to: string
  /** Reply-To: the address for replies, if it is not the sender's. */
  replyTo?: string | undefined
  /** Where a mail program unsubscribes the recipient with one request (RFC 8058); for marketing. */
  unsubscribe?: string | undefined
  subject: string
  html: string
  text: string
  /** Marks a mail as automatic, which suppresses out-of-office replies. */
  locale: string
}

/** `refused`: permanently undeliverable, so not retried. `unavailable`: the same mail may succeed later. */
export type MailFault = 'refused' | 'unavailable'

export type MailPort = {
  name: string
  /** Completes within half a minute. `message` of a refusal is for the operator. */
  send(mail: Mail): Promise<Result<void, MailFault>>
  close(): Promise<void>
}
