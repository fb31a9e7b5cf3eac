/**
 * Brings the games in memory up to date with the stored catalogues: at start, and whenever any process has saved one.
 */
import type { Deps } from '../../deps.ts'
import { noteGames } from '../../rewards/index.ts'
import { readGames } from './internal/catalogue-rows.ts'

/** Announced in the outbox. */
export const catalogueChannel = 'studios:catalogue'

type Needs = Pick<Deps, 'db' | 'settings' | 'clock'> & { partners: Pick<Deps['partners'], 'gameStudios'> }
let reading: Promise<void> = Promise.resolve()

/** One after the other, and each reads what was committed before it was asked for. */
export function refreshGames(deps: Needs): Promise<void> {
  const read = () => readAll(deps)
  reading = reading.then(read, read)
  return reading
}

async function readAll(deps: Needs): Promise<void> {
  for (const { slug, outside } of deps.partners.gameStudios) {
    if (!outside) continue
    const games = await readGames(deps, slug)
    await noteGames(deps.db.kysely, [{ slug, games }])
    outside.setGames(games)
  }
}
