/** The port without a carrier of text messages: they wait for a process that has one, and expire. */
import { refuse } from '#contract/endpoint.ts'
import type { SmsPort } from './port.ts'

export function createNoSms(): SmsPort {
  return { name: 'none', send: async () => refuse('unavailable', { message: 'No text message carrier is configured' }) }
}
