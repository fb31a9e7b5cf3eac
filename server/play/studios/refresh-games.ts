/**
 * Brings the games in memory up to date with the stored catalogues: at start, and whenever any process has saved one.
 */
import type { Deps, KernelDeps } from '../../deps.ts'
import type { StudioGame } from '../../partners/game-studio/port.ts'
import { readGames } from './internal/catalogue-rows.ts'

/** Announced in the outbox. */
export const catalogueChannel = 'studios:catalogue'

type Needs = KernelDeps & { partners: Pick<Deps['partners'], 'gameStudios'> }
let reading: Promise<void> = Promise.resolve()

type Offer = { slug: string; games: readonly StudioGame[] }
/** What has to know a studio's games before players are offered them. */
type BeforeOffered = (offer: Offer) => Promise<void>

/** One after the other, and each reads what was committed before it was asked for. */
export function refreshGames(deps: Needs, beforeOffered?: BeforeOffered): Promise<void> {
  const read = () => readAll(deps, beforeOffered)
  reading = reading.then(read, read)
  return reading
}

async function readAll(deps: Needs, beforeOffered?: BeforeOffered): Promise<void> {
  for (const { slug, outside } of deps.partners.gameStudios) {
    if (!outside) continue
    const games = await readGames(deps, slug)
    await beforeOffered?.({ slug, games })
    outside.setGames(games)
  }
}
