/** The port without a mail carrier: mails wait for a process that has one, and expire. Production warns of it at startup. */
import { refuse } from '#contract/endpoint.ts'
import type { MailPort } from './port.ts'

export function createNoMail(): MailPort {
  return {
    name: 'none',
    send: async () => refuse('unavailable', { message: 'No mail carrier is configured: set SMTP_URL' }),
    close: async () => {},
  }
}
