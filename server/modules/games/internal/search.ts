/** Finds games by name, studio, kind and theme, in the language of the reader and in English. */
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { Deps } from '../../../deps.ts'
import { allGames, type Entry } from './catalogue.ts'

type Index = MiniSearch<Entry & { id: string }>

/** Of a catalogue that does not change while the process runs, by locale. */
const indexes = new WeakMap<Deps['partners']['gameStudios'], Map<string, Index>>()

/** A short text with a mistake is another word; a long one is still recognised. */
const mistakes = (term: string) => (term.length < 4 ? 0 : term.length < 6 ? 1 : 2)

const options: SearchOptions = { combineWith: 'AND', prefix: true, boost: { names: 10 } }

/** Those of `games` that match every word of `text`, best first; misspelled words count where nothing else matches. */
export function searchGames(deps: Pick<Deps, 'partners'>, games: Entry[], text: string, locale: string): Entry[] {
  if (text.trim() === '') return games
  const index = indexOf(deps, locale)
  const bySlug = new Map(games.map((entry) => [entry.game.slug, entry]))
  const find = (more?: SearchOptions) =>
    index.search(text, { ...options, ...more }).flatMap(({ id }) => bySlug.get(id as string) ?? [])
  const exact = find()
  return exact.length > 0 ? exact : find({ fuzzy: mistakes })
}

function indexOf(deps: Pick<Deps, 'partners'>, locale: string): Index {
  const { gameStudios } = deps.partners
  let byLocale = indexes.get(gameStudios)
  if (!byLocale) indexes.set(gameStudios, (byLocale = new Map()))
  let index = byLocale.get(locale)
  if (!index) byLocale.set(locale, (index = createIndex(allGames(deps), locale)))
  return index
}

function createIndex(games: Entry[], locale: string): Index {
  const index: Index = new MiniSearch({
    fields: ['names', 'others'],
    processTerm: (term) => plain(term) || null,
    extractField: ({ id, studio, game }, field) => {
      const texts = [game.text(locale), game.text('en')]
      if (field === 'names') return texts.map(({ name }) => name).join(' ')
      if (field === 'others') return [studio.name, game.kind, ...texts.flatMap(({ keywords }) => keywords)].join(' ')
      return id
    },
  })
  index.addAll(games.map((entry) => ({ ...entry, id: entry.game.slug })))
  return index
}

/**
 * Without case and accents, so that `maca` finds maçã; Arabic without the article and with one form of the letters that
 * are written in several.
 */
function plain(term: string): string {
  return term
    .normalize('NFD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replace(/^ال(?=.{3})/, '')
}
