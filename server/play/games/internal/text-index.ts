/**
 * Words of many short texts, in memory: found by their beginning, and misspelled where nothing is spelled so. A text
 * has strong words (its name) and weak ones (what it is about), in one or more languages. It is not `pg_trgm`, because
 * operators bring their own PostgreSQL, on which an extension may be forbidden.
 */

/** `weak` and `strong` are positions of texts, ascending. */
type Word = { text: string; letters: number; strong: number[]; weak: number[] }
type Language = Word[]
export type Text = { strong: string; weak: string }

const weights = { strong: 10, weak: 1 }
const quality = { whole: 1, beginning: 0.6, misspelled: 0.3 }

export type TextIndex = { count: number; languages: ReadonlyMap<string, Language>; lengths: Float32Array }
type Draft = { count: number; languages: Map<string, Map<string, Word>>; lengths: number[] }

export function draftIndex(): Draft {
  return { count: 0, languages: new Map(), lengths: [] }
}

/** Adds the next text: by language, those languages alone in which it has one. */
export function addText(draft: Draft, byLanguage: Record<string, Text>): void {
  const position = draft.count++
  let length = Infinity
  for (const [language, { strong, weak }] of Object.entries(byLanguage)) {
    let words = draft.languages.get(language)
    if (!words) draft.languages.set(language, (words = new Map()))
    const names = wordsOf(strong)
    length = Math.min(length, names.length)
    for (const text of new Set(names)) wordIn(words, text).strong.push(position)
    for (const text of new Set(wordsOf(weak))) wordIn(words, text).weak.push(position)
  }
  draft.lengths.push(length)
}

export function finishIndex({ count, languages, lengths }: Draft): TextIndex {
  const sorted = [...languages].map(([language, words]): [string, Language] => [
    language,
    [...words.values()].sort((one, other) => (one.text < other.text ? -1 : 1)),
  ])
  return { count, languages: new Map(sorted), lengths: Float32Array.from(lengths) }
}

/** Phrases (words joined by spaces) and the word that each stands for. */
type Synonyms = ReadonlyMap<string, string>
const noSynonyms: Synonyms = new Map()
/** A shorter word would begin too many phrases. */
const minBeginning = 4
const maxPhrase = 4
const minPart = 3

/**
 * The positions of the texts that have every word of `query`, best first; equal ones in their order. Texts that match by
 * a synonym follow those that match as typed. Where there are none, spaces may be missing or too many ("black jack"),
 * and then words may be misspelled.
 */
export function findTexts(
  index: TextIndex,
  query: string,
  languages: string[],
  synonyms: Synonyms = noSynonyms,
): number[] {
  const typed = wordsOf(query)
  if (typed.length === 0) return []
  const searched = languages.map((language) => index.languages.get(language) ?? [])
  const exact = (words: string[]) => match(index, words, (word, score) => scoreBeginnings(searched, word, score))
  const similar = (words: string[]) => match(index, words, (word, score) => scoreSimilar(searched, word, score))
  const meant = meaningOf(typed, (phrase, isLast) => synonymOf(phrase, isLast, synonyms))
  const found = [...new Set([...exact(typed), ...(meant ? exact(meant) : [])])]
  if (found.length > 0) return found
  const respaced = [...joined(typed), ...divided(typed, searched)]
  const misspelled = meaningOf(typed, (phrase) => similarSynonymOf(phrase, synonyms))
  for (const words of respaced) if (found.length === 0) found.push(...exact(words))
  for (const words of [typed, ...joined(typed)]) if (found.length === 0) found.push(...similar(words))
  if (found.length === 0 && misspelled) found.push(...exact(misspelled))
  return found
}

/** The query with phrases replaced by what they stand for, or null if it contains none. */
function meaningOf(typed: string[], lookUp: (phrase: string, isLast: boolean) => string | undefined): string[] | null {
  const words: string[] = []
  let isChanged = false
  for (let at = 0; at < typed.length;) {
    let [length, target] = [1, undefined as string | undefined]
    for (length = Math.min(maxPhrase, typed.length - at); length >= 1; length--) {
      target = lookUp(typed.slice(at, at + length).join(' '), at + length === typed.length)
      if (target !== undefined) break
    }
    isChanged ||= target !== undefined
    words.push(target ?? typed[at]!)
    at += Math.max(1, length)
  }
  return isChanged ? words : null
}

/** The last phrase may still be being typed. */
function synonymOf(phrase: string, isLast: boolean, synonyms: Synonyms): string | undefined {
  const whole = synonyms.get(phrase)
  if (whole !== undefined || !isLast || phrase.length < minBeginning) return whole
  for (const [each, target] of synonyms) if (each.startsWith(phrase)) return target
  return undefined
}

function similarSynonymOf(phrase: string, synonyms: Synonyms): string | undefined {
  const most = mistakesAllowed(phrase)
  if (most === 0) return undefined
  for (const [each, target] of synonyms) if (mistakesIn(phrase, each, most).whole <= most) return target
  return undefined
}

/** The query with each pair of neighbouring words written as one. */
function joined(typed: string[]): string[][] {
  return typed.slice(1).map((word, at) => [...typed.slice(0, at), typed[at]! + word, ...typed.slice(at + 2)])
}

/** The query with a word written as two that both exist. */
function divided(typed: string[], searched: Language[]): string[][] {
  const exists = (text: string) => searched.some((words) => words[firstFrom(words, text)]?.text === text)
  return typed.flatMap((word, at) =>
    Array.from({ length: Math.max(0, Math.min(word.length, longest) - 2 * minPart + 1) }, (_, index) => index + minPart)
      .filter((cut) => exists(word.slice(0, cut)) && exists(word.slice(cut)))
      .map((cut) => [...typed.slice(0, at), word.slice(0, cut), word.slice(cut), ...typed.slice(at + 1)]),
  )
}

type Score = (word: Word, quality: number) => void

function match(
  { count, lengths }: TextIndex,
  queryWords: string[],
  scoreAll: (word: string, score: Score) => void,
): number[] {
  const totals = new Float32Array(count)
  const matched = new Uint8Array(count)
  let found: number[] = []
  for (const [turn, word] of [...new Set(queryWords)].entries()) {
    const best = new Float32Array(count)
    const touched: number[] = []
    const note = (positions: number[], score: number) => {
      for (const position of positions) {
        if (matched[position] !== turn) continue
        if (best[position] === 0) touched.push(position)
        if (score > best[position]!) best[position] = score
      }
    }
    scoreAll(word, ({ strong, weak }, share) => {
      note(strong, weights.strong * share)
      note(weak, weights.weak * share)
    })
    for (const position of touched) {
      matched[position] = turn + 1
      totals[position]! += best[position]!
    }
    found = touched
    if (found.length === 0) return []
  }
  // Of two names that match alike, the shorter is meant.
  for (const position of found) totals[position]! += 1 / (1 + lengths[position]!)
  return found.sort((one, other) => totals[other]! - totals[one]! || one - other)
}

function scoreBeginnings(languages: Language[], queryWord: string, score: Score): void {
  for (const words of languages)
    for (let at = firstFrom(words, queryWord); at < words.length && words[at]!.text.startsWith(queryWord); at++) {
      const word = words[at]!
      const isWhole = word.text.length === queryWord.length
      score(word, isWhole ? quality.whole : quality.beginning + (0.3 * queryWord.length) / word.text.length)
    }
}

/** A short word with a mistake is another word; a long one is still recognised, also while it is being typed. */
function scoreSimilar(languages: Language[], queryWord: string, score: Score): void {
  scoreBeginnings(languages, queryWord, score)
  const most = mistakesAllowed(queryWord)
  if (most === 0) return
  const letters = lettersOf(queryWord)
  for (const words of languages)
    for (const word of words) {
      // Letters that only one of two words has are mistakes; each mistake adds two of them at most.
      if (word.text.length < queryWord.length - most || bits(letters & ~word.letters) > most) continue
      const { whole, beginning } = mistakesIn(queryWord, word.text, most)
      if (whole <= most) score(word, quality.misspelled / whole)
      else if (beginning <= 1 && (queryWord.length > 4 || word.text[0] === queryWord[0]))
        score(word, quality.misspelled / 2)
    }
}

function mistakesAllowed(queryWord: string): number {
  return queryWord.length < 4 ? 0 : queryWord.length < 6 ? 1 : 2
}

/** The first word from which `text` could begin. */
function firstFrom(words: Language, text: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[middle]!.text < text) low = middle + 1
    else high = middle
  }
  return low
}

const longest = 40
const width = longest + 1
const distances = new Uint8Array(width * width)

/**
 * Letters to add, leave out, replace or swap with the next one until `queryWord` is the word, and until it is a beginning
 * of the word. More than `most` are not counted on.
 */
function mistakesIn(queryWord: string, text: string, most: number): { whole: number; beginning: number } {
  const [rows, columns] = [Math.min(longest, queryWord.length), Math.min(longest, text.length, queryWord.length + most)]
  for (let column = 0; column <= columns; column++) distances[column] = column
  for (let row = 1; row <= rows; row++) {
    let least = (distances[row * width] = row)
    const letter = queryWord.charCodeAt(row - 1)
    for (let column = 1; column <= columns; column++) {
      const here = row * width + column
      const isSame = letter === text.charCodeAt(column - 1)
      let distance = Math.min(
        distances[here - width]! + 1,
        distances[here - 1]! + 1,
        distances[here - width - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 &&
        column > 1 &&
        letter === text.charCodeAt(column - 2) &&
        queryWord.charCodeAt(row - 2) === text.charCodeAt(column - 1)
      if (isSwapped) distance = Math.min(distance, distances[here - 2 * width - 2]! + 1)
      distances[here] = distance
      if (distance < least) least = distance
    }
    if (least > most) return { whole: Infinity, beginning: Infinity }
  }
  const last = distances.subarray(rows * width, rows * width + columns + 1)
  const whole = columns < text.length ? Infinity : last[columns]!
  return { whole, beginning: Math.min(...last) }
}

function wordIn(words: Map<string, Word>, text: string): Word {
  let word = words.get(text)
  if (!word) words.set(text, (word = { text, letters: lettersOf(text), strong: [], weak: [] }))
  return word
}

/** A bit for each letter that occurs; letters beyond the Latin ones share bits. */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) % 31)
  return letters
}

function bits(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}

/**
 * Without case and accents, so that `maca` finds maçã; Arabic without the article and with one form of the letters that
 * are written in several.
 */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^ال(?=.{3})/, ''))
    .filter((word) => word !== '')
}
