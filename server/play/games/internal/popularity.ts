/** The games opened by most players in a week, read from the database at most once a minute. */
import { sql } from 'kysely'
import type { Database } from '../../../kernel/db/connect.ts'
import type { KernelDeps } from '../../../deps.ts'
import type { Catalogue, Entry } from './catalogue.ts'

type Counted = { at: number; slugs: readonly string[] }
const maxAgeMs = 60_000
const weekMs = 7 * 86_400_000
const known = new WeakMap<Database, Counted>()
const orders = new WeakMap<Catalogue, { slugs: readonly string[]; order: readonly Entry[] }>()

/** The whole catalogue, the most opened first; ties keep its order. The same list until an order changes. */
export async function popularGames({ db, clock }: KernelDeps, catalogue: Catalogue): Promise<readonly Entry[]> {
  const slugs = await openedMost(db, clock.now().getTime())
  const cached = orders.get(catalogue)
  if (cached?.slugs === slugs) return cached.order
  const opened = new Set(slugs.flatMap((slug) => catalogue.bySlug.get(slug) ?? []))
  const order = [...opened, ...catalogue.entries.filter((entry) => !opened.has(entry))]
  orders.set(catalogue, { slugs, order })
  return order
}

async function openedMost(db: Database, now: number): Promise<readonly string[]> {
  const cached = known.get(db)
  if (cached && Math.abs(now - cached.at) < maxAgeMs) return cached.slugs
  const counted = await countLaunches(db, new Date(now - weekMs))
  const isSame = cached?.slugs.length === counted.length && counted.every((slug, index) => slug === cached.slugs[index])
  const slugs = isSame ? cached.slugs : counted
  known.set(db, { at: now, slugs })
  return slugs
}

/** Counts players instead of openings, so that a single player cannot make a game popular. */
async function countLaunches(db: Database, since: Date): Promise<string[]> {
  const { rows } = await sql<{ game_id: string }>`
    SELECT game_id FROM games.launches WHERE launched_at >= ${since} GROUP BY game_id ORDER BY count(*) DESC, game_id`.execute(
    db.kysely,
  )
  return rows.map((row) => row.game_id)
}
