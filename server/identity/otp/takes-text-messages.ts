/** Without an SMS partner no code reaches a phone, so nothing that needs one is offered. */
import type { Deps } from '../../deps.ts'

export function takesTextMessages({ partners }: Deps): boolean {
  return partners.sms.name !== 'none'
}
