/** The games opened by most players in a week, read from the database at most once a minute. */
import { sql } from 'kysely'
import type { Database } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'

type Known = { at: number; order: string[] }
const maxAgeMs = 60_000
const weekMs = 7 * 86_400_000
const known = new WeakMap<Database, Known>()

/** All the given slugs, the most opened first; ties keep the given order. */
export async function popularGames({ db, clock }: Pick<Deps, 'db' | 'clock'>, slugs: string[]): Promise<string[]> {
  const now = clock.now().getTime()
  const cached = known.get(db)
  const order =
    cached && Math.abs(now - cached.at) < maxAgeMs ? cached.order : await countLaunches(db, new Date(now - weekMs))
  if (order !== cached?.order) known.set(db, { at: now, order })
  const rank = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length + slugs.indexOf(slug))
  return [...slugs].sort((a, b) => rank(a) - rank(b))
}

/** Counts players instead of openings, so that a single player cannot make a game popular. */
async function countLaunches(db: Database, since: Date): Promise<string[]> {
  const { rows } = await sql<{ game_id: string }>`
    SELECT game_id FROM games.launches WHERE launched_at >= ${since} GROUP BY game_id ORDER BY count(*) DESC, game_id`.execute(
    db.kysely,
  )
  return rows.map((row) => row.game_id)
}
