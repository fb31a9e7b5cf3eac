import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern, PatternError } from './pattern.ts'

const matches = (pattern: string, text: string) => compilePattern(pattern)(text)

test.each([
  ['^\\d{3}$', '123', true],
  ['^\\d{3}$', '1234', false],
  ['\\d{3}', 'x1234', true],
  ['/^ab$/i', 'AB', true],
  ['^a|b$', 'xb', true],
  ['^(?:a|b)$', 'xb', false],
  ['', 'anything', true],
  ['^$', '', true],
  ['^[^\\]a-c]+$', 'xyz', true],
  ['^[^\\]a-c]+$', 'x]', false],
  ['^.$', '🎲', true],
  ['^.$', '\n', false],
  ['/^.$/s', '\n', true],
  ['/^b$/m', 'a\nb', true],
  ['^b$', 'a\nb', false],
  ['^a{2,}$', 'a', false],
  ['^a{2,}$', 'aaaa', true],
  ['^a{0}b$', 'b', true],
  ['^a{0}b$', 'ab', false],
  ['^x{a}$', 'x{a}', true],
  ['^(?<year>\\d{4})-\\d\\d$', '2026-11', true],
  ['^\\u{1F3B2}+?$', '🎲🎲', true],
  ['^\\x41\\u0042$', 'AB', true],
  ['^\\p{L}+$', 'أحمد', true],
  ['\\bcat\\b', 'a cat!', true],
  ['\\bcat\\b', 'concat', false],
  ['\\Bcat', 'concat', true],
  ['^(?=.*\\d)(?=.*[A-Z]).{6,}$', 'abcdE1', true],
  ['^(?=.*\\d)(?=.*[A-Z]).{6,}$', 'abcdef1', false],
  ['^(?!0+$)\\d+$', '000', false],
  ['^(?!0+$)\\d+$', '010', true],
  ['^(a|ab)(c|bcd)(d*)$', 'abcd', true],
  ['^(?:a?){3}$', 'aa', true],
  ['^(?:a*)*$', 'aaa', true],
  ['^(?:)*x$', 'x', true],
  ['^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,62}$', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
])('%s on %j: %s', (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected))

test.each(['(', '[a', 'a{2,1}', '*', '(a)\\1', '(?<x>a)\\k<x>', '(?<=a)b', '(?<!a)b', '(?:(?:a{99}){99}){99}'])(
  '%s is refused as a pattern',
  (pattern) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError)
  },
)

// Shows: ASVS 1.2.9
test('for generated patterns, flags and texts it agrees with the built-in engine', () => {
  const plain = [
    'a',
    'b',
    '.',
    '\\d',
    '\\W',
    '\\s',
    '[ab]',
    '[^a]',
    '[\\d\\n-]',
    '\\p{L}',
    '\\x61',
    '\\u{1F3B2}',
    '(?:)',
  ]
  const edges = ['\\b', '\\B', '^', '$', '(?=a)', '(?!b)']
  const { pattern } = fc.letrec<{ pattern: string; group: string }>((tie) => ({
    group: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...plain, ...edges),
      fc
        .tuple(fc.constantFrom('(?:', '(', '(?=', '(?!'), tie('pattern'))
        .map(([opening, inner]) => `${opening}${inner})`),
    ),
    pattern: fc
      .array(
        fc.tuple(
          tie('group'),
          fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{2,}?', '{0}', '|'),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((parts) => parts.map(([part, mark]) => (isEdge(part) && mark !== '|' ? part : part + mark)).join('')),
  }))
  const flags = fc.constantFrom('', 'i', 'm', 's', 'ims')
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '1', ' ', '\n', '🎲'), maxLength: 6 })
  fc.assert(
    fc.property(pattern, flags, text, (generated, flag, input) => {
      expect(matches(`/${generated}/${flag}`, input), `/${generated}/${flag} on ${JSON.stringify(input)}`).toBe(
        builtInMatches(generated, flag, input),
      )
    }),
    { numRuns: 2000 },
  )
})

/**
 * Tests from each character on with a sticky flag; without it, V8 would also start between the two halves of a
 * surrogate pair.
 */
function builtInMatches(pattern: string, flags: string, text: string): boolean {
  const form = new RegExp(pattern, `${flags}uy`)
  const starts = [...text].reduce((places, character) => [...places, places.at(-1)! + character.length], [0])
  return starts.some((at) => {
    form.lastIndex = at
    return form.test(text)
  })
}

/** Edges (assertions) take no quantifier. */
const isEdge = (part: string) => /^(\^|\$|\\b|\(\?[=!].*)$/is.test(part)

// Shows: attack 38
test('38: patterns that would take a backtracking engine years are matched within seconds', () => {
  const long = 'a'.repeat(2000)
  const startedAt = performance.now()
  for (const pattern of [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(.*)*$',
    '^(?:a?){50}a{50}$',
    '(a*)*b',
    '(?=(a+)+!)',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(?:(?=(?:a*)*!).)*$',
  ])
    compilePattern(pattern)(`${long}!`)
  expect(performance.now() - startedAt).toBeLessThan(5000)
})
