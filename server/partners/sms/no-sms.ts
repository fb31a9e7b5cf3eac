/** The port of a house without a carrier for text messages: they wait and expire. */
import { refuse } from '#contract/endpoint.ts'
import type { SmsPort } from './port.ts'

export function createNoSms(): SmsPort {
  return { name: 'none', send: async () => refuse('unavailable', { message: 'No carrier for text messages is set' }) }
}
