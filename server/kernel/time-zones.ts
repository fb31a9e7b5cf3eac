/**
 * Time zones and their names. Zones were renamed, the runtime lists former names, and a database may know only the
 * former or only the present one.
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from './db/tables.ts'

/** Zones that the runtime's data (CLDR) list under a former name: former -> present name in the IANA database. */
const renamed = new Map(
  Object.entries({
    'Africa/Asmera': 'Africa/Asmara',
    'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
    'America/Catamarca': 'America/Argentina/Catamarca',
    'America/Coral_Harbour': 'America/Atikokan',
    'America/Cordoba': 'America/Argentina/Cordoba',
    'America/Godthab': 'America/Nuuk',
    'America/Indianapolis': 'America/Indiana/Indianapolis',
    'America/Jujuy': 'America/Argentina/Jujuy',
    'America/Louisville': 'America/Kentucky/Louisville',
    'America/Mendoza': 'America/Argentina/Mendoza',
    'Asia/Calcutta': 'Asia/Kolkata',
    'Asia/Katmandu': 'Asia/Kathmandu',
    'Asia/Rangoon': 'Asia/Yangon',
    'Asia/Saigon': 'Asia/Ho_Chi_Minh',
    'Atlantic/Faeroe': 'Atlantic/Faroe',
    'Europe/Kiev': 'Europe/Kyiv',
    'Pacific/Enderbury': 'Pacific/Kanton',
    'Pacific/Ponape': 'Pacific/Pohnpei',
    'Pacific/Truk': 'Pacific/Chuuk',
  }),
)

/** Every zone once, by its present name. */
export const timeZones: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone').map((name) => renamed.get(name) ?? name), 'UTC']),
].toSorted()

/** The runtime's own name of a zone; null for an unknown name and for an offset. */
function ownName(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

export const isTimeZone = (name: string): boolean => ownName(name) !== null

/** The name, and the present and former names of the same zone. */
export function namesOfZone(name: string): string[] {
  const own = ownName(name)
  return [...new Set([name, ...(own === null ? [] : [renamed.get(own) ?? own, own])])]
}

/** The first of the zone's names that the database knows; null if it knows none. */
export async function findZone(db: Kysely<Tables>, name: string): Promise<string | null> {
  const { rows } = await sql<{ zone: string | null }>`
    SELECT limits.known_zone(${namesOfZone(name)}::text[]) AS zone`.execute(db)
  return rows[0]!.zone
}

/** Like `findZone`, but throws if the database lacks the zone. */
export async function zoneOfDatabase(db: Kysely<Tables>, name: string): Promise<string> {
  const zone = await findZone(db, name)
  if (zone === null) throw new Error(`The database knows no time zone ${name}: update its time zone data`)
  return zone
}

/**
 * At startup, renames the zones of limits to the names that this database knows, in case it or its time zone data were
 * replaced. Throws if it lacks a zone of limits or policies.
 */
export async function adoptZones(db: Kysely<Tables>, ofPolicies: Iterable<string>): Promise<void> {
  const rows = await db.selectFrom('limits.limits').select('zone').distinct().where('removed_at', 'is', null).execute()
  for (const name of new Set([...rows.map(({ zone }) => zone), ...ofPolicies])) {
    const zone = await zoneOfDatabase(db, name)
    if (zone !== name) await db.updateTable('limits.limits').set({ zone }).where('zone', '=', name).execute()
  }
}
