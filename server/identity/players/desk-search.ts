/** Players by what an operator has of them: an id, contact data, a name or an address. */
import { type RawBuilder, sql } from 'kysely'
import { type DeskSearch, mostFound, prefixOf } from '../../kernel/desk-search.ts'
import { findPlayersNamed } from './named-player.ts'
import type { Player } from './players.ts'

const toFound = ({ id, first_name, last_name, nickname, email, phone, country }: Player) => ({
  kind: 'player' as const,
  title: [first_name, last_name].filter(Boolean).join(' ') || nickname || email || id,
  detail: [email, phone && `+${phone}`, country, id.slice(0, 8)].filter((each) => each !== null),
  path: `/players/${id}`,
})

/** Each has an index in the schema. */
const beginnings: Array<RawBuilder<string>> = [
  sql`lower(email)`,
  sql`lower(nickname)`,
  sql`lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`,
  sql`lower(last_name)`,
  sql`lower(details ->> 'address')`,
]

export const deskSearch: DeskSearch = {
  scope: 'players:read',
  async find(db, text) {
    const named = await findPlayersNamed(db, text)
    if (named.length > 0) return named.map(toFound)
    const digits = text.replaceAll(/\D/g, '').replace(/^00/, '')
    const conditions = [
      ...beginnings.map((column) => ({ column, prefix: prefixOf(text.toLowerCase()) })),
      ...(/^[+\d\s().-]+$/.test(text) && digits.length >= 4 ? [{ column: sql`phone`, prefix: prefixOf(digits) }] : []),
    ]
    const found = await Promise.all(
      conditions.map(({ column, prefix }) =>
        db
          .selectFrom('identity.players')
          .selectAll()
          .where(sql<boolean>`${column} LIKE ${prefix}`)
          // In the order of the index, so that no more than these are read.
          .orderBy(sql`${column} USING ~<~`)
          .limit(mostFound)
          .execute(),
      ),
    )
    return [...new Map(found.flat().map((player) => [player.id, player])).values()].slice(0, mostFound).map(toFound)
  },
}
