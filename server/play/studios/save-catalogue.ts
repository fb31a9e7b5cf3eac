/**
 * Stores the current catalogue of a supplier. A game that is missing from it is kept and no longer offered; it is
 * offered again when it returns. Nothing is deleted, because rounds, favourites and bonuses name games.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lockNamed } from '../../kernel/locks.ts'
import { append } from '../../kernel/outbox/append.ts'
import type { KernelDeps } from '../../deps.ts'
import { type CatalogueGame, kindOf } from '../../partners/game-studio/catalogue.ts'
import { catalogueChannel } from './refresh-games.ts'

export type CatalogueChange = { games: number; added: number; changed: number; missing: number }

export async function saveCatalogue(
  { db, clock }: KernelDeps,
  supplier: string,
  catalogue: readonly CatalogueGame[],
): Promise<CatalogueChange> {
  const now = clock.now()
  const rows = catalogue.map((game, position) => rowOf(supplier, game, position))
  return db.transaction(async (tx) => {
    await lockNamed(tx, 'catalogue', supplier)
    const { rows: written } = await sql<{ isNew: boolean }>`
      INSERT INTO studios.games AS game (id, supplier, code, name, studio_id, studio, category, kind, platforms, thumbnail,
        is_enabled, blocked_countries, currencies, languages, has_free_rounds, has_demo, rtp, volatility, max_win, stakes,
        released_on, retired_on, position, added_at, changed_at)
      SELECT input.*, ${now}, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS input (id text, supplier text, code text, name text,
        studio_id text, studio text, category text, kind text, platforms text[], thumbnail text, is_enabled boolean,
        blocked_countries text[], currencies text[], languages text[], has_free_rounds boolean, has_demo boolean,
        rtp numeric, volatility text, max_win numeric, stakes jsonb, released_on date, retired_on date, position integer)
      ON CONFLICT (supplier, code) DO UPDATE SET name = excluded.name, studio_id = excluded.studio_id,
        studio = excluded.studio, category = excluded.category, kind = excluded.kind, platforms = excluded.platforms,
        thumbnail = excluded.thumbnail, is_enabled = excluded.is_enabled,
        blocked_countries = excluded.blocked_countries, currencies = excluded.currencies,
        languages = excluded.languages, has_free_rounds = excluded.has_free_rounds, has_demo = excluded.has_demo,
        rtp = excluded.rtp, volatility = excluded.volatility, max_win = excluded.max_win, stakes = excluded.stakes,
        released_on = excluded.released_on, retired_on = excluded.retired_on, position = excluded.position,
        missing_since = NULL, changed_at = excluded.changed_at
      -- Only what differs is written: most games do not change from one day to the next.
      WHERE (game.name, game.studio_id, game.studio, game.category, game.kind, game.platforms, game.thumbnail,
        game.is_enabled, game.blocked_countries, game.currencies, game.languages, game.has_free_rounds, game.has_demo,
        game.rtp, game.volatility, game.max_win, game.stakes, game.released_on, game.retired_on, game.position,
        game.missing_since) IS DISTINCT FROM
        (excluded.name, excluded.studio_id, excluded.studio, excluded.category, excluded.kind, excluded.platforms,
        excluded.thumbnail, excluded.is_enabled, excluded.blocked_countries, excluded.currencies, excluded.languages,
        excluded.has_free_rounds, excluded.has_demo, excluded.rtp, excluded.volatility, excluded.max_win,
        excluded.stakes, excluded.released_on, excluded.retired_on, excluded.position, NULL::timestamptz)
      RETURNING xmax = 0 AS "isNew"`.execute(tx)
    const missing = await tx
      .updateTable('studios.games')
      .set({ missing_since: now, changed_at: now })
      .where('supplier', '=', supplier)
      .where('missing_since', 'is', null)
      .where(({ not, eb }) => not(eb('code', '=', sql<string>`ANY (${rows.map(({ code }) => code)}::text[])`)))
      .executeTakeFirst()
    const added = written.filter(({ isNew }) => isNew).length
    const change = {
      games: rows.length,
      added,
      changed: written.length - added,
      missing: Number(missing.numUpdatedRows),
    }
    if (written.length > 0 || change.missing > 0)
      await append(tx, { channel: catalogueChannel, event: 'changed', payload: { supplier }, version: 0 })
    return change
  })
}

function rowOf(supplier: string, game: CatalogueGame, position: number) {
  return {
    id: gameId(supplier, game.code),
    supplier,
    code: game.code,
    name: game.name,
    studio_id: slugOf(game.studio, supplier),
    studio: game.studio,
    category: game.category,
    kind: kindOf(game.category),
    platforms: game.platforms,
    thumbnail: game.thumbnail,
    is_enabled: game.isEnabled,
    blocked_countries: game.blockedCountries,
    currencies: game.currencies,
    languages: game.languages,
    has_free_rounds: game.hasFreeRounds,
    has_demo: game.hasDemo,
    rtp: game.rtp,
    volatility: game.volatility,
    max_win: game.maxWin,
    stakes: game.stakes,
    released_on: game.releasedOn,
    retired_on: game.retiredOn,
    position,
  }
}

/** Under the supplier's name, so that no catalogue can replace another's game; a code that is no slug gets a digest. */
export function gameId(supplier: string, code: string): string {
  const plain = `${supplier}-${code}`
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(plain)) return plain
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 10)
  return `${slugOf(plain, supplier).slice(0, 52)}-${digest}`
}

function slugOf(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
  return slug || fallback
}
