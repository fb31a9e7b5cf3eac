/**
 * Words of many short texts, in memory: found by their beginning, and misspelled where nothing is spelled so. A text
 * has strong words (its name) and weak ones (what it is about), in one or more languages.
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

/** The positions of the texts that have every word of `query`, best first; equal ones in their order. */
export function findTexts(index: TextIndex, query: string, languages: string[]): number[] {
  const queryWords = [...new Set(wordsOf(query))]
  if (queryWords.length === 0) return []
  const searched = languages.map((language) => index.languages.get(language) ?? [])
  const exact = match(index, queryWords, (word, score) => scoreBeginnings(searched, word, score))
  return exact.length > 0 ? exact : match(index, queryWords, (word, score) => scoreSimilar(searched, word, score))
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
  for (const [turn, word] of queryWords.entries()) {
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

function scoreBeginnings(languages: Language[], queryWords: string, score: Score): void {
  for (const words of languages)
    for (let at = firstFrom(words, queryWords); at < words.length && words[at]!.text.startsWith(queryWords); at++) {
      const word = words[at]!
      const isWhole = word.text.length === queryWords.length
      score(word, isWhole ? quality.whole : quality.beginning + (0.3 * queryWords.length) / word.text.length)
    }
}

/** A short word with a mistake is another word; a long one is still recognised, also while it is being typed. */
function scoreSimilar(languages: Language[], queryWords: string, score: Score): void {
  scoreBeginnings(languages, queryWords, score)
  const most = queryWords.length < 4 ? 0 : queryWords.length < 6 ? 1 : 2
  if (most === 0) return
  const letters = lettersOf(queryWords)
  for (const words of languages)
    for (const word of words) {
      // Letters that only one of two words has are mistakes; each mistake adds two of them at most.
      if (word.text.length < queryWords.length - most || bits(letters & ~word.letters) > most) continue
      const { whole, beginning } = mistakesIn(queryWords, word.text, most)
      if (whole <= most) score(word, quality.misspelled / whole)
      else if (queryWords.length > 4 && beginning <= 1) score(word, quality.misspelled / 2)
    }
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
 * Letters to add, leave out, replace or swap with the next one until `wanted` is the word, and until it is a beginning
 * of the word. More than `most` are not counted on.
 */
function mistakesIn(queryWords: string, text: string, most: number): { whole: number; beginning: number } {
  const [rows, columns] = [
    Math.min(longest, queryWords.length),
    Math.min(longest, text.length, queryWords.length + most),
  ]
  for (let column = 0; column <= columns; column++) distances[column] = column
  for (let row = 1; row <= rows; row++) {
    let least = (distances[row * width] = row)
    const letter = queryWords.charCodeAt(row - 1)
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
        queryWords.charCodeAt(row - 2) === text.charCodeAt(column - 1)
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
