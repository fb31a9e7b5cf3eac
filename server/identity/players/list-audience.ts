import type { Kysely } from 'kysely'
import { PlayerStatus } from '#contract/identity.ts'
import type { Tables } from '../../kernel/db/tables.ts'

export type Audience = {
  countries?: string[] | undefined
  locales?: string[] | undefined
  registered?: { after?: string | undefined; before?: string | undefined } | undefined
  isVerified?: boolean | undefined
  /** Selects players with a larger id; they are returned in the order of their ids. */
  after: string | null
  size: number
}

/** The ids of players who meet every condition; closed accounts never do. */
export async function listAudience(
  db: Kysely<Tables>,
  { countries, locales, registered, isVerified, after, size }: Audience,
): Promise<string[]> {
  let players = db.selectFrom('identity.players').select('id').where('status', '<>', PlayerStatus.closed)
  if (after) players = players.where('id', '>', after)
  if (countries) players = players.where('country', 'in', countries)
  if (locales) players = players.where('locale', 'in', locales)
  if (registered?.after) players = players.where('created_at', '>=', new Date(registered.after))
  if (registered?.before) players = players.where('created_at', '<', new Date(registered.before))
  if (isVerified !== undefined) players = players.where('identity_verified_at', isVerified ? 'is not' : 'is', null)
  const rows = await players.orderBy('id').limit(size).execute()
  return rows.map(({ id }) => id)
}
