/** The features that operators have switched off in the caller's present country or in that of the caller's account. */
import type { Ctx } from '../../deps.ts'
import { readCountry } from './read-country.ts'

export async function switchedOffFor({ reference, caller, db }: Ctx): Promise<ReadonlySet<string>> {
  const switches = reference.switches()
  const isByCountry = switches.some(({ country }) => country !== '')
  const home = isByCountry && caller.player ? await readCountry(db.kysely, caller.player.id) : null
  const places = ['', caller.country, home]
  return new Set(switches.filter(({ country }) => places.includes(country)).map(({ name }) => name))
}
