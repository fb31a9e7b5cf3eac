/** Searches games: every search term must be a prefix of a word of the game's name, studio, kind or theme. */
import type { Entry } from './catalogue.ts'

export function searchGames(games: Entry[], text: string, locale: string): Entry[] {
  const terms = plain(text).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return games
  return games
    .map((entry) => ({ entry, points: pointsOf(entry, terms, locale) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ entry }) => entry)
}

/** 0 if a term is not found; a name scores higher than a theme. */
function pointsOf({ studio, game }: Entry, terms: string[], locale: string): number {
  const texts = [game.text(locale), game.text('en')]
  const names = words(texts.map((text) => text.name))
  const others = words([studio.name, game.kind, ...texts.flatMap((text) => text.keywords)])
  let total = 0
  for (const term of terms) {
    const points = names.some((word) => word.startsWith(term))
      ? 10
      : others.some((word) => word.startsWith(term))
        ? 1
        : 0
    if (points === 0) return 0
    total += points
  }
  return total
}

function words(texts: string[]): string[] {
  return texts.flatMap((text) => plain(text).split(/[\s\-_]+/))
}

/** Without case and accents, so that `maca` finds maçã. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
