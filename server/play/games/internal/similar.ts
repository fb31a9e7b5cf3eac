/** Games like one game, from the catalogue alone: what anyone played is not part of it. */
import type { Catalogue, Entry } from './catalogue.ts'
import { tagsOf } from './collections.ts'

const shown = 12
/** What two games have in common counts this much. */
const weights = { kind: 4, theme: 3, feature: 2, volatility: 1, studio: 1 }

const known = new WeakMap<Catalogue, Map<Entry, Entry[]>>()
const mostKnown = 500

/** Compared with every other game once: the answer is the same for everyone until the catalogue changes. */
export function similarTo(catalogue: Catalogue, entry: Entry): Entry[] {
  let byEntry = known.get(catalogue)
  if (!byEntry) known.set(catalogue, (byEntry = new Map()))
  let similar = byEntry.get(entry)
  if (!similar) {
    const [oldest] = byEntry.keys()
    if (byEntry.size >= mostKnown && oldest) byEntry.delete(oldest)
    byEntry.set(entry, (similar = mostAlike(catalogue, entry)))
  }
  return similar
}

function mostAlike({ entries }: Catalogue, entry: Entry): Entry[] {
  const { game, maker } = entry
  const tags = new Set(tagsOf(game))
  const likeness = (other: Entry) =>
    (other.game.kind === game.kind ? weights.kind : 0) +
    weights.theme * tagsOf(other.game).filter((tag) => tags.has(tag)).length +
    weights.feature * other.game.features.filter((feature) => game.features.includes(feature)).length +
    (other.game.volatility === game.volatility ? weights.volatility : 0) +
    (other.maker.slug === maker.slug ? weights.studio : 0)
  return entries
    .filter((other) => other !== entry)
    .map((other) => ({ other, score: likeness(other) }))
    .sort((one, next) => next.score - one.score)
    .slice(0, shown)
    .map(({ other }) => other)
}
