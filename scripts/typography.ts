/** Checks the typography and plural forms of player texts by language; docs/glossary.md has the rules for words. */

type Rule = { fault: string; pattern: RegExp }

const straightApostrophe: Rule = { fault: 'a straight apostrophe', pattern: /\p{L}'\p{L}/u }
const spaceBeforePercent: Rule = { fault: 'no no-break space before a percent sign', pattern: /[\d}] ?%/ }
/** Excludes 0x, with which hexadecimal addresses begin. */
const letterForTimes: Rule = {
  fault: 'a letter x for ×',
  pattern: /(?<![\p{L}\d.,])(?!0x)[\d.,]+x(?![\p{L}\d])|\}x(?!\p{L})|(?<![\p{L}\p{M}\d])x[\d{]/u,
}
const spaceBeforeEllipsis: Rule = { fault: 'a space before an ellipsis', pattern: /\s…/ }

const rules: Readonly<Record<string, readonly Rule[]>> = {
  en: [straightApostrophe, spaceBeforeEllipsis],
  de: [spaceBeforePercent],
  'pt-BR': [spaceBeforeEllipsis],
  es: [spaceBeforePercent, spaceBeforeEllipsis, { fault: 'a question without its opening mark', pattern: /^[^¿]*\?/ }],
  'fr-CA': [
    straightApostrophe,
    spaceBeforePercent,
    spaceBeforeEllipsis,
    { fault: 'an ordinary space at a colon or guillemet', pattern: / [:»]|« /u },
    { fault: 'a space before ? or ;', pattern: /\s[?;]/ },
  ],
  ar: [spaceBeforeEllipsis, { fault: 'a Latin question mark', pattern: /[\u0600-\u06ff]\s*\?/u }],
}

/**
 * Text messages and addresses are exempt: a no-break space doubles the price of a text message and breaks an address.
 */
const exempt = /\{unsubscribe\}|^\{brand\} : |https?:\/\/|^\/|\(\/[\w/?=&-]+\)[^:]*$/

export function typographyFaults(locale: string, text: string): string[] {
  if (exempt.test(text)) return []
  return [letterForTimes, ...(rules[locale] ?? [])]
    .filter(({ pattern }) => pattern.test(text))
    .map(({ fault }) => fault)
}

/**
 * True for a number directly before the noun that it counts, outside a plural: wrong for 1 in most languages, and in
 * Arabic for most numbers. Arabic "{count} من …", "of the …", suits every number.
 */
export const hasBareCount = (text: string) => /\{(?:count|times|seconds)\}[ \u00a0](?!من )\p{L}{2,}/u.test(text)

/**
 * The categories that whole numbers below a thousand use: six in Arabic; Spanish `many`, used for a million, is not
 * among them.
 */
const categories = new Map<string, ReadonlySet<string>>()

function categoriesOf(locale: string): ReadonlySet<string> {
  let found = categories.get(locale)
  if (!found) {
    const plural = new Intl.PluralRules(locale)
    found = new Set(Array.from({ length: 1000 }, (_, number) => plural.select(number)))
    categories.set(locale, found)
  }
  return found
}

/** The categories that a cardinal plural of a text lacks, as `count: zero`. */
export function missingPlurals(locale: string, text: string): string[] {
  return [...text.matchAll(/\{(\w+), plural,/g)].flatMap((start) => {
    const named = new Set(formsFrom(text, start.index + start[0].length))
    return [...categoriesOf(locale)].filter((category) => !named.has(category)).map((each) => `${start[1]}: ${each}`)
  })
}

/** The names of the forms from a position to the end of their message. */
function* formsFrom(text: string, from: number): Generator<string> {
  const form = /\s*(=?\w+)\s*\{/y
  for (let at = from; ;) {
    form.lastIndex = at
    const found = form.exec(text)
    if (!found) return
    yield found[1]!
    at = form.lastIndex
    for (let depth = 1; depth > 0 && at < text.length; at++) depth += bracket(text[at])
  }
}

const bracket = (letter: string | undefined): number => (letter === '{' ? 1 : letter === '}' ? -1 : 0)
