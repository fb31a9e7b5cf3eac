/** `npm run verify`: every locale says everything the default one says, with the same placeholders, and nothing empty. */
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { loadContent } from '#server/modules/content/content.ts'
import { readTree } from '#server/modules/content/read-tree.ts'

const reference = 'en'
const tree = readTree(join(import.meta.dirname, '../content'))
loadContent()

/** `ui/wallet: minMax` -> its text. A list counts as one value: translations may break paragraphs differently. */
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

/** What a place may be beside a value; numbers, moments and money come in as words. */
const kinds = new Set(['plural', 'selectordinal', 'select'])

/** Names and kinds of what a message is given, whichever plural forms the language has. */
function placeholders(message: string): string {
  const tokens = compileMessage(message)
  const names = (list: unknown): string[] =>
    Array.isArray(list)
      ? list.flatMap((token) => {
          if (!Array.isArray(token)) return []
          if (token[1] !== undefined && !kinds.has(token[1]))
            throw new Error(`nobody can say a ${token[1]} in contract/words.ts`)
          return [`${token[0]}`, ...Object.values(token[2] ?? {}).flatMap((inner) => names(inner))]
        })
      : []
  return [...new Set(names(tokens))].sort().join(' ')
}

const faults: string[] = []
const wanted = textsOf(reference)
for (const locale of Object.keys(tree)) {
  const texts = textsOf(locale)
  for (const [key, text] of wanted) {
    if (!texts.has(key)) faults.push(`${locale} lacks ${key}`)
    else faults.push(...compare(locale, key, text, texts.get(key)))
  }
  for (const key of texts.keys()) if (!wanted.has(key)) faults.push(`${locale} has ${key}, which ${reference} lacks`)
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

console.log(
  faults.length === 0
    ? `${wanted.size} texts in ${Object.keys(tree).length} locales.`
    : faults.slice(0, 200).join('\n'),
)
process.exitCode = faults.length === 0 ? 0 : 1
