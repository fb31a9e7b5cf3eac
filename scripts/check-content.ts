/**
 * Part of `npm run verify`. Checks that every locale has every text of the default one, with the same placeholders and
 * all plural categories of its language, and that no text is empty or has a retired term, an exclamation mark or the
 * spaces and apostrophes of another language. With a folder as argument, checks that folder instead of the shipped
 * content.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { loadContent } from '#server/reference/content/content.ts'
import { localeCodes } from '#contract/locales.ts'
import { gameLocales, gameWords } from '#games/words.ts'
import { games } from '#games/games.ts'
import { readDirectory, readObject, readTree, unreadTexts } from '#server/reference/content/read-tree.ts'
import { hasBareCount, missingPlurals, typographyFaults } from './typography.ts'
import { retiredIn } from './retired-terms.ts'

const reference = 'en'
const folder = process.argv[2] ?? join(import.meta.dirname, '../content')
const tree = readTree(folder)
for (const locale of Object.keys(tree)) tree[locale]!.methods = readDirectory(folder, locale, 'methods')
loadContent()

/**
 * Flattens a value into pairs such as `ui/wallet: minMax` and its text. A list counts as one value, because
 * translations may split paragraphs differently.
 */
function flatten(value: unknown, path: string): Array<[string, unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, path.includes(': ') ? `${path}.${key}` : `${path}: ${key}`),
  )
}

function textsOf(locale: string): Map<string, unknown> {
  return new Map(
    Object.entries(tree[locale]!).flatMap(([directory, files]) =>
      Object.entries(files).flatMap(([file, value]) => flatten(value, `${directory}/${file}`)),
    ),
  )
}

/** Allowed placeholder types besides plain values; numbers, times and money are passed as formatted text. */
const kinds = new Set(['plural', 'selectordinal', 'select'])

/** The names and types of a message's arguments, regardless of its plural forms. */
function placeholders(message: string): string {
  const tokens = compileMessage(message)
  const names = (list: unknown): string[] =>
    Array.isArray(list)
      ? list.flatMap((token) => {
          if (!Array.isArray(token)) return []
          if (token[1] !== undefined && !kinds.has(token[1]))
            throw new Error(`contract/message-format.ts cannot format a ${token[1]}`)
          return [`${token[0]}`, ...Object.values(token[2] ?? {}).flatMap((inner) => names(inner))]
        })
      : []
  return [...new Set(names(tokens))].sort().join(' ')
}

const unreadFault = unreadTexts(folder, ['methods'])
const faults: string[] = unreadFault ? [unreadFault] : []
for (const locale of localeCodes) if (!tree[locale]) faults.push(`contract/locales.ts has ${locale}, ${folder} has not`)
for (const locale of Object.keys(tree))
  if (!localeCodes.some((code) => code === locale)) faults.push(`${folder} has ${locale}, contract/locales.ts has not`)
const expectedTexts = textsOf(reference)
for (const locale of Object.keys(tree)) {
  const texts = textsOf(locale)
  for (const [key, text] of expectedTexts) {
    if (!texts.has(key)) faults.push(`${locale} lacks ${key}`)
    else faults.push(...compare(locale, key, text, texts.get(key)))
  }
  for (const key of texts.keys())
    if (!expectedTexts.has(key)) faults.push(`${locale} has ${key}, which ${reference} lacks`)
}

function compare(locale: string, key: string, expected: unknown, found: unknown): string[] {
  if (Array.isArray(expected) !== Array.isArray(found) || typeof expected !== typeof found)
    return [`${locale} ${key} is of another kind`]
  if (typeof expected !== 'string' || typeof found !== 'string') return []
  if (found.trim() === '' && expected.trim() !== '') return [`${locale} ${key} is empty`]
  if (!/^(ui|mails|texts)\//.test(key)) return []
  try {
    const [before, after] = [placeholders(expected), placeholders(found)]
    return before === after ? [] : [`${locale} ${key} takes "${after}" instead of "${before}"`]
  } catch (error) {
    return [`${locale} ${key} is not a message: ${(error as Error).message}`]
  }
}

/** Every text in a value, except search keywords, because players may type retired terms. */
function* leaves(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) if (key !== 'keywords') yield* leaves(inner, `${path}.${key}`)
}

function wordingFaults(locale: string, value: unknown, path: string): string[] {
  // Alerts and notices are filled in without plurals; elsewhere most counts of the other languages are two or more.
  const needsAnyNumber = locale === 'ar' || /^(?:alerts|notices)\//.test(path)
  return [...leaves(value, path)].flatMap(([key, text]) => [
    ...retiredIn(locale, text).map(({ term, use }) => `${locale} ${key} uses the retired term "${term}": use "${use}"`),
    ...(/[!！]/.test(text) ? [`${locale} ${key} has an exclamation mark`] : []),
    ...typographyFaults(locale, text).map((fault) => `${locale} ${key} has ${fault}: "${text}"`),
    ...(needsAnyNumber && hasBareCount(text) ? [`${locale} ${key} has a number before its noun: "${text}"`] : []),
    ...missingPlurals(locale, text).map((missing) => `${locale} ${key} lacks the plural ${missing}: "${text}"`),
  ])
}

for (const locale of Object.keys(tree)) {
  for (const [directory, files] of Object.entries(tree[locale]!))
    for (const [file, value] of Object.entries(files))
      faults.push(...wordingFaults(locale, value, `${directory}/${file}`))
}
for (const locale of gameLocales)
  for (const { slug } of games) faults.push(...wordingFaults(locale, gameWords(slug, locale), `games/${slug}`))
for (const place of ['games/client/words.json', 'sandbox/pages/words.json', 'sandbox/sportsbook/words.json']) {
  const expected = readObject(join(import.meta.dirname, '..', place))
  for (const locale of localeCodes) {
    const texts = new Map(flatten(expected[locale] ?? {}, place))
    for (const [key] of flatten(expected[reference], place)) if (!texts.get(key)) faults.push(`${locale} lacks ${key}`)
    faults.push(...wordingFaults(locale, expected[locale], place))
  }
}
/** The objects of texts by locale, wherever they are in a definition. */
function* translations(value: unknown, path: string): Generator<[path: string, texts: Record<string, string>]> {
  if (typeof value !== 'object' || value === null) return
  if ('en' in value && typeof value.en === 'string') yield [path, value as Record<string, string>]
  else for (const [key, inner] of Object.entries(value)) yield* translations(inner, `${path}.${key}`)
}
const rewards = join(folder, 'rewards')
const definitions = [
  'reference.json',
  ...(existsSync(rewards) ? readdirSync(rewards) : []).map((file) => `rewards/${file}`),
].filter((file) => existsSync(join(folder, file)))
for (const file of definitions)
  for (const [path, texts] of translations(JSON.parse(readFileSync(join(folder, file), 'utf8')), file)) {
    for (const locale of Object.keys(tree)) if (!texts[locale]) faults.push(`${locale} lacks ${path}`)
    for (const [locale, text] of Object.entries(texts)) faults.push(...wordingFaults(locale, text, path))
  }

console.log(
  faults.length === 0
    ? `${expectedTexts.size} texts in ${Object.keys(tree).length} locales.`
    : faults.slice(0, 200).join('\n'),
)
process.exitCode = faults.length === 0 ? 0 : 1
