/** Whom a quest is offered to. What a player has started continues whatever changes. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../kernel/db/tables.ts'
import { isVerified, readCountry } from '../../../identity/index.ts'
import type { QuestData } from '../quest-kind.ts'

export type Person = { isVerified: boolean; country: string | null; currency: string }

export async function readPerson(db: Kysely<Tables>, playerId: string, currency: string): Promise<Person> {
  return { isVerified: await isVerified(db, playerId), country: await readCountry(db, playerId), currency }
}

/** Who is verified cannot become it again: such a task would never be completed. */
export function isOpenTo(
  { tasks, conditions }: QuestData,
  { isVerified: verified, country, currency }: Person,
): boolean {
  if (verified && tasks.some(({ kind }) => kind === 'verification')) return false
  if (!conditions) return true
  const { countries, currencies, isVerified: mustBeVerified } = conditions
  if (mustBeVerified && !verified) return false
  if (currencies && !currencies.includes(currency)) return false
  if (!countries) return true
  return 'only' in countries
    ? country !== null && countries.only.includes(country)
    : !countries.except.includes(country ?? '')
}
