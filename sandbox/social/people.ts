/** Whom one can be at the sandbox's providers: a few with characters, or any address that one types. */
import { createHash } from 'node:crypto'

/** `isMultiFactor`: the provider says that it asked for more than one factor. */
export type Person = {
  email: string
  isVerified: boolean
  isMultiFactor?: boolean
  firstName: string
  lastName: string
}

export const people: Array<Person & { id: string; note: string }> = [
  {
    id: 'sol',
    email: 'sol@social.example',
    isVerified: true,
    firstName: 'Sol',
    lastName: 'Social',
    note: 'New to the house',
  },
  {
    id: 'dana',
    email: 'demo@fairhouse.example',
    isVerified: true,
    firstName: 'Dana',
    lastName: 'Demo',
    note: 'Has an account there already',
  },
  {
    id: 'uma',
    email: 'uma@social.example',
    isVerified: false,
    firstName: 'Uma',
    lastName: 'Unsure',
    note: 'Never confirmed her address',
  },
]

/** As Auth0 names accounts: the connection, a bar, and an id that stays. */
export function subjectOf(connection: string, { email }: Person): string {
  return `${connection}|${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)}`
}

/** Null where what was typed cannot be an address. */
export function typedPerson(
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
