/** The port of a house without a carrier: mails wait, are tried again, and expire. Production says so at start. */
import { refuse } from '#contract/endpoint.ts'
import type { MailPort } from './port.ts'

export function createNoMail(): MailPort {
  return {
    name: 'none',
    send: async () => refuse('unavailable', { message: 'No mail carrier is set: SMTP_URL names one' }),
    close: async () => {},
  }
}
