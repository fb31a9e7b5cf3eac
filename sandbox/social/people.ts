/** The people at the sandbox's providers: a few with different properties, or any address that is typed in. */
import { createHash } from 'node:crypto'

/** `isMultiFactor` means that the provider reports more than one factor. */
export type Person = {
  email: string
  isVerified: boolean
  isMultiFactor?: boolean
  firstName: string
  lastName: string
}

export const people: Array<Person & { id: 'sol' | 'dana' | 'uma' }> = [
  {
    id: 'sol',
    email: 'sol@social.example',
    isVerified: true,
    firstName: 'Sol',
    lastName: 'Social',
  },
  {
    id: 'dana',
    email: 'demo@fairhouse.example',
    isVerified: true,
    firstName: 'Dana',
    lastName: 'Demo',
  },
  {
    id: 'uma',
    email: 'uma@social.example',
    isVerified: false,
    firstName: 'Uma',
    lastName: 'Unsure',
  },
]

/** Returns an account id in Auth0's format: the connection, a bar, and a stable id. */
export function subjectOf(connection: string, { email }: Person): string {
  return `${connection}|${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)}`
}

/** Null if the input cannot be an address. */
export function personFromInput(
  email: unknown,
  { isVerified, isMultiFactor }: Pick<Person, 'isVerified' | 'isMultiFactor'>,
): Person | null {
  if (typeof email !== 'string' || !/^[^\s@]{1,64}@[^\s@]{1,180}$/.test(email.trim())) return null
  return { email: email.trim(), isVerified, isMultiFactor: isMultiFactor === true, firstName: '', lastName: '' }
}

export const messengerPeople = [
  { id: '7000000001', first_name: 'Tara', last_name: 'Telegram', username: 'tara_t' },
  { id: '7000000002', first_name: 'Timo', last_name: '', username: '' },
]
