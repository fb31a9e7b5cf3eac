/** Rejects mails whose addresses or subject could be interpreted as more than one address or line. */
import type { Mail } from './port.ts'

const oneAddress = /^[^\s<>,;:"()[\]\\@\p{C}]{1,64}@[^\s<>,;:"()\\@\p{C}]{1,190}$/u

export function isPlain({ to, replyTo, subject }: Mail): boolean {
  return oneAddress.test(to) && (replyTo === undefined || oneAddress.test(replyTo)) && !/[\r\n\0]/.test(subject)
}

export const notPlain = 'An address is more than one address, or a header more than one line'
