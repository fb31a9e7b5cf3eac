import { describe, expect, test } from 'vitest'
import { maskCpf } from './cpf.ts'
import { ageOn } from './dates.ts'
import { factsOf, fieldCatalogue, fieldRules } from './catalogue.ts'
import { fillMessage, stockMessages } from './messages.ts'
import { passwordStrength, shownStrength } from './password-strength.ts'
import { maskPhone } from './phone.ts'
import { brokenRule, faultOf, type RuleContext, type RuleParameter } from './rules.ts'

const context: RuleContext = {
  today: new Date('2026-11-21T12:00:00Z'),
  valueOf: (id) => (id === 'password' ? 'secret-1' : undefined),
}

type Row = { rule: string; parameter?: RuleParameter; accepted: unknown[]; rejected: unknown[] }
const table: Row[] = [
  {
    rule: 'email',
    accepted: [
      'a@b.co',
      'first.last+tag@sub.example.com',
      "o'hara@example.ie",
      'x@xn--bcher-kva.example',
      'josé@bücher.example',
      '用户@例え.jp',
      'अजय@उदाहरण.भारत',
      'علی@مثال.مصر',
    ],
    rejected: [
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a@b..co',
      '.a@b.co',
      'a.@b.co',
      'a b@c.co',
      'a@-b.co',
      'a@b.c',
      `${'a'.repeat(65)}@b.co`,
      'a@b.co\nBcc: x',
      `${'é'.repeat(33)}@b.co`,
      '\u0301a@b.co',
      'a\u200bb@c.de',
      'a\u202eb@c.de',
      '😀@c.de',
      'a@bücher',
      'a@ü..de',
      'a@ü de.com',
      'a@[1.2.3.4]',
      7,
      {},
    ],
  },
  {
    rule: 'phone',
    accepted: [
      '4915112345678',
      '5511987654321',
      '1 (202) 555-0143',
      '79161234567',
      '35312',
      '4912',
      `49${'1'.repeat(17)}`,
      `49${' '.repeat(243)}15112`,
      '8801712345678',
      '٤٩١٥١١٢٣٤٥٦٧٨',
      4915112345678,
      '7 (916) 123-45-67',
      '442071838750',
    ],
    rejected: [
      '+4915112345678',
      '004915112345678',
      '0151123456',
      '49',
      '491',
      '1',
      '12',
      '999123456',
      '210123456',
      'phone',
      '49 151x',
      '49;151123',
      `49${'1'.repeat(18)}`,
      `49${' '.repeat(250)}151`,
      `49${' '.repeat(244)}15112`,
      -4915112345,
      4.9e20,
      {},
    ],
  },
  {
    rule: 'cpfNumber',
    accepted: ['52998224725', '529.982.247-25', '11144477735'],
    rejected: [
      '52998224724',
      '52998224715',
      // The second check digit fits a wrong first one.
      '52998224733',
      '25998224725',
      '11111111111',
      '00000000000',
      '99999999999',
      '111.111.111-11',
      '529 982 247 25',
      '٥٢٩٩٨٢٢٤٧٢٥',
      '52998224725\n',
      '5299822472',
      '529982247255',
      'abc',
      '529.98224725',
      52998224725,
    ],
  },
  { rule: 'countryCode', accepted: ['DE', 'BR'], rejected: ['de', 'De', 'D', 'DEU', 'D1', 'ÄÖ', 'DE\n', 49, ['DE']] },
  { rule: 'languageCode', accepted: ['de', 'pt'], rejected: ['DE', 'dE', 'd', 'deu', 'pt-BR', 'äö', 'de\n', 1] },
  { rule: 'lowercase', accepted: ['abc', 'a-1', 'ß', 'äö', 'أحمد', '1'], rejected: ['aBc', 'Ä', 'ABC', 1] },
  { rule: 'uppercase', accepted: ['ABC', 'A-1', 'ÄÖ', '1'], rejected: ['AbC', 'ä', 'ß', 1] },
  {
    rule: 'yesLike',
    accepted: ['yes', 'on', '1', 1, true, 'true'],
    rejected: ['no', 'off', 'false', '0', 0, false, 'YES', 'On', ' yes', 'y', 2, [1], {}],
  },
  {
    rule: 'noLike',
    accepted: ['no', 'off', '0', 0, false, 'false'],
    rejected: ['yes', 'on', 'true', '1', 1, true, 'NO', 'n', -1, 2, [0], {}],
  },
  {
    rule: 'booleanLike',
    accepted: [true, false, 1, 0, '1', '0'],
    rejected: ['true', 'false', 'yes', 'no', 'on', 2, -1, '2', '01', 1n, [0], {}],
  },
  { rule: 'array', accepted: [[1], ['a'], [null]], rejected: ['a', 1, true, {}, { length: 1 }] },
  {
    rule: 'plainText',
    accepted: ['Zoë O’Neill', 'أحمد\u200f', '👩\u200d🚀', 'a b', 7],
    rejected: ['a\nb', 'a\rb', 'a\tb', 'a\u001bb', 'a\u0085', 'a\u202eb', 'a\u2066b', 'a\u2028b'],
  },
  { rule: 'slugLike', accepted: ['a-b_c', 'A1', '-', '_', 7], rejected: ['a b', 'ä', 'a.b', 'a/b', 'a\n', '٣', {}] },
  {
    rule: 'alpha',
    accepted: ['abc', 'ABC', 'ä', 'Zoë', 'e\u0301', 'أحمد', 'عَلِي', '太郎', 'Łódź', 'हिन्दी'],
    rejected: ['a1', 'a b', 'a-b', '\u0301a', '٣', '🎲', 'a\n', 1, {}],
  },
  {
    rule: 'alphaNumeric',
    accepted: ['a1', 12, 'ä1', 'أحمد7', '007'],
    rejected: ['a_1', 'a b', 'a-1', '٣', '½', '1.5', {}],
  },
  {
    rule: 'numeric',
    accepted: ['12', '1.5', '.5', '007', 12, 0],
    rejected: ['-1', -1, '+1', '1.', '1.2.3', ' 1', '0x1', Infinity, 'a', '1,5', '٣', '1e9', NaN],
  },
  {
    rule: 'integer',
    accepted: ['12', '-3', '-0', '007', 12, 0, -5, 1e21],
    rejected: ['1.5', '1.0', '--3', '-', '1e9', ' 1', 'a', '٣', 1.5],
  },
  {
    rule: 'decimal',
    accepted: ['1.5', '-1.5', '12', '.5', 1e-7],
    rejected: ['1.', 'a', '1,5', '-', '.', '+1.5', '1.5.5', '1e9', NaN, Infinity, {}],
  },
  {
    rule: 'url',
    accepted: [
      'https://example.com',
      'HTTPS://EXAMPLE.COM',
      'http://localhost:3000/a?b=c',
      'ftp://example.com/x',
      'http://10.0.0.1',
      'http://[2001:db8::1]:80/',
      'https://bücher.example/ä?ö#ü',
    ],
    rejected: [
      'example.com',
      'javascript:alert(1)',
      'https://',
      'https:// a.com',
      'https://a',
      '//example.com',
      'http:example.com',
      'https://?a',
      'http://[::1',
      'http://a_b.example',
      'data:text/html,x',
      `https://example.com/${'a'.repeat(2048)}`,
      7,
    ],
  },
  {
    rule: 'ip',
    accepted: [
      '1.2.3.4',
      '0.0.0.0',
      '255.255.255.255',
      '::',
      '::1',
      '2001:db8::8a2e:370:7334',
      '2001:0DB8:0:0:0:0:0:1',
      '::ffff:192.0.2.1',
    ],
    rejected: [
      '256.1.1.1',
      ':',
      ':::',
      '1::2::3',
      '12345::',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4:5:6:7',
      'fe80::1%eth0',
      '[::1]',
      '::1.2.3',
      'g::1',
      '::1/64',
      '1.2.3',
      '01.2.3.4',
      '1.2.3.4.5',
      'a.b.c.d',
      1,
    ],
  },
  {
    rule: 'date',
    accepted: [
      '2024-02-29',
      '2026-1-5',
      '1000-01-01',
      '3000-12-31',
      '2000-02-29',
      '2026-12-31',
      0,
      -1,
      1_700_000_000_000,
      8.64e15,
    ],
    rejected: [
      '2100-02-29',
      '2024-02-30',
      '2026-06-31',
      '2026-1-32',
      '0999-12-31',
      '+2026-01-01',
      '2026-1',
      '2026-01-01T00:00',
      ' 2026-01-01',
      '٢٠٢٦-٠١-٠١',
      '20260101',
      '1700000000000',
      8.64e15 + 1,
      true,
      '2023-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-04-31',
      '2026-00-10',
      '2026-01-00',
      '999-01-01',
      '3001-01-01',
      '2026/01/01',
      '01-01-2026',
      'today',
      NaN,
      Infinity,
      {},
    ],
  },
  {
    rule: 'dateAfter',
    parameter: '2026-01-10',
    accepted: ['2026-01-11'],
    rejected: ['2026-01-10', '2026-01-09', 'never'],
  },
  {
    rule: 'dateOnOrAfter',
    parameter: '2026-01-10',
    accepted: ['2026-01-10', '2026-1-11'],
    rejected: ['2026-01-09', 'never'],
  },
  { rule: 'dateBefore', parameter: '2026-01-10', accepted: ['2026-01-09', 0], rejected: ['2026-01-10', '2026-02-30'] },
  { rule: 'dateOnOrBefore', parameter: '2026-01-10', accepted: ['2026-01-10'], rejected: ['2026-01-11', 'x'] },
  { rule: 'dateAfter', parameter: 'not a date', accepted: [], rejected: ['2026-01-11'] },
  {
    rule: 'minAge',
    parameter: 18,
    accepted: ['2008-11-21', '2008-11-20', '1970-01-01', 0, Date.UTC(2008, 10, 21)],
    rejected: ['2008-11-22', '2026-11-21', '2030-01-01', Date.UTC(2008, 10, 22), 'x'],
  },
  {
    rule: 'maxAge',
    parameter: 99,
    accepted: ['1926-11-22', '1927-11-21', '2026-11-21'],
    rejected: ['1926-11-21', '2026-11-22', '2030-01-01', 'x'],
  },
  {
    rule: 'minLength',
    parameter: 3,
    accepted: ['abc', 'ab😀', 'أحم', 123, [1, 2, 3]],
    rejected: ['ab', '😀😀', 12, [1], {}],
  },
  {
    rule: 'maxLength',
    parameter: 3,
    accepted: ['abc', '😀😀😀', 123, [1, 2, 3]],
    rejected: ['abcd', '😀😀😀😀', 1234, [1, 2, 3, 4]],
  },
  {
    rule: 'minValue',
    parameter: 5,
    accepted: ['5', 6, '5.0', '05'],
    rejected: ['4', '4.999', -1, 'x', '1e9', '٦', NaN],
  },
  { rule: 'maxValue', parameter: 5, accepted: ['5', -6, '-1'], rejected: ['6', '5.001', 'x', '1e0', Infinity] },
  { rule: 'regex', parameter: '^\\d{3}$', accepted: ['123'], rejected: ['12', '1234', {}] },
  { rule: 'regex', parameter: '/^ab$/i', accepted: ['AB'], rejected: ['abc'] },
  { rule: 'regex', parameter: '(', accepted: [], rejected: ['a pattern that does not compile matches nothing'] },
  { rule: 'regex', parameter: '(a)\\1', accepted: [], rejected: ['aa'] },
  { rule: 'regex', parameter: '^(?=.*\\d)(?=.*[a-z]).{8,}$', accepted: ['abcdefg1'], rejected: ['abcdefgh', 'abc1'] },
  { rule: 'regex', parameter: '^[\\w.\\-]+\\@x$', accepted: ['a.b-c@x'], rejected: ['a b@x'] },
  {
    rule: 'sameAs',
    parameter: 'password',
    accepted: ['secret-1'],
    rejected: ['secret-2', 'Secret-1', 'secret-1 ', ['secret-1']],
  },
  { rule: 'sameAs', parameter: 'a field that is not there', accepted: [], rejected: ['x'] },
]

// Shows: 5.4.2, 5.5.3, 5.5.4, 5.6.1, 9.3.1
describe.each(table)('$rule $parameter', ({ rule, parameter = true, accepted, rejected }) => {
  // Shows: 5.5.1
  test('accepts valid and empty values', () => {
    for (const value of [...accepted, '', '   ', null, undefined, []])
      expect(brokenRule(value, { [rule]: parameter }, context), String(value)).toBeNull()
  })
  // Shows: 5.5.2
  test('rejects invalid values', () => {
    for (const value of rejected) expect(brokenRule(value, { [rule]: parameter }, context), String(value)).toBe(rule)
  })
})

test('required is violated only by a missing value, blanks and an empty list', () => {
  for (const value of ['', '  ', null, undefined, []])
    expect(brokenRule(value, { required: true }, context)).toBe('required')
  for (const value of [0, false, '0', [0], {}]) expect(brokenRule(value, { required: true }, context)).toBeNull()
  expect(brokenRule('', { required: false }, context)).toBeNull()
})

test('an unknown rule of a newer server is left to the server', () => {
  expect(brokenRule('x', { moonPhase: 'full' }, context)).toBeNull()
})

// Shows: 5.6.2
test('every row of the rule table has a default message, with its numbers filled in', () => {
  for (const { rule } of table) expect(stockMessages).toHaveProperty(rule)
  expect(faultOf('abc', { minLength: 6 }, context)).toBe('This field should be at least 6 characters long')
  expect(faultOf('abcdef', { maxLength: 3 }, context)).toBe('The maximum length allowed is 3')
  expect(faultOf('3', { minValue: 5 }, context)).toBe('The minimum value allowed is 5')
  expect(faultOf('13', { minValue: 5, maxValue: 10 }, context)).toBe('The value must be between 5 and 10')
  expect(faultOf('x', { sameAs: 'password' }, { ...context, nameOf: () => 'Password' })).toBe(
    'The value must be equal to the Password value',
  )
  expect(faultOf('', { required: true }, context)).toBe('Value is required')
})

// Shows: 5.6.2
test('messages given in the specification are used verbatim', () => {
  expect(stockMessages).toMatchObject({
    required: 'Value is required',
    email: 'Value is not a valid email address',
    url: 'The value is not a valid URL address',
    numeric: 'Value must be numeric',
    integer: 'Value is not an integer',
    decimal: 'Value must be decimal',
    alphaNumeric: 'The value must be alpha-numeric',
    alpha: 'The value is not alphabetical',
    maxLength: 'The maximum length allowed is {max}',
    minLength: 'This field should be at least {min} characters long',
    minValue: 'The minimum value allowed is {min}',
    maxValue: 'The maximum value allowed is {max}',
    between: 'The value must be between {min} and {max}',
    sameAs: 'The value must be equal to the {other} value',
  })
})

// Shows: 5.6.1, ASVS 2.2.1
test('every rule has a row of test values', () => {
  const rules = Object.keys(stockMessages).filter((name) => name !== 'between' && name !== 'required')
  expect(rules.filter((name) => !table.some(({ rule }) => rule === name))).toEqual([])
})

test('a person born on 29 February is 18 on 1 March, and not before', () => {
  const on = (today: string) => brokenRule('2008-02-29', { minAge: 18 }, { ...context, today: new Date(today) })
  expect([on('2026-02-28T23:59:59Z'), on('2026-03-01T00:00:00Z')]).toEqual(['minAge', null])
  expect([
    ageOn('2008-02-29', new Date('2028-02-28T12:00:00Z')),
    ageOn('2008-02-29', new Date('2028-02-29T00:00:00Z')),
  ]).toEqual([19, 20])
})

// Shows: 5.6.3
test("the operator's messages replace the default ones, with {min}, {max} and {param}", () => {
  expect(faultOf('abc', { minLength: 6 }, context, { minLength: 'Noch {min} bitte, {param}!' })).toBe(
    'Noch 6 bitte, 6!',
  )
  const range = { minValue: 5, maxValue: 9 }
  const words = { minValue: 'ab {min}', maxValue: 'bis {max}', between: '{min} bis {max}' }
  expect(faultOf(3, range, context, words)).toBe('5 bis 9')
  expect(faultOf(12, range, context, words)).toBe('5 bis 9')
  expect(faultOf(3, { minValue: 5 }, context, words)).toBe('ab 5')
  expect(faultOf(12, { maxValue: 9 }, context, words)).toBe('bis 9')
  expect(fillMessage('{max} {nothing}', { max: 3 })).toBe('3 {nothing}')
})

// Shows: 3.26.6, 5.3.3, 9.2.1
test('strength depends on length: 1-2 weak, 3-4 good, more strong', () => {
  expect(['', 'a', 'ab', 'abc', 'abcd', 'abcde'].map(passwordStrength)).toEqual([
    null,
    'weak',
    'weak',
    'good',
    'good',
    'strong',
  ])
})

// Shows: 5.2.2, 9.1.1
test('a phone input accepts at most 12 digits', () => {
  expect(maskPhone('+49 (151) 123-456-789-000')).toBe('491511234567')
  expect(maskPhone('+٤٩ ۱۵۱')).toBe('49151')
})

test('a CPF input groups its eleven digits during input', () => {
  expect(
    ['', '5', '5299', '5299822', '529982247', '5299822472', '529.982.247-25', '529982247259', 'abc'].map(maskCpf),
  ).toEqual(['', '5', '529.9', '529.982.2', '529.982.247', '529.982.247-2', '529.982.247-25', '529.982.247-25', ''])
})

test('every field of the catalogue has attributes, an unknown one is plain text', () => {
  expect(Object.keys(fieldCatalogue)).toHaveLength(36)
  expect(factsOf('constructor')).toEqual({ kind: 'text' })
  expect(fieldRules('constructor')).toEqual({})
  expect(fieldRules('cpf_number')).toEqual({ cpfNumber: true })
})

test('while it is typed, a short password is told the length that is required, and a common one is not strong', () => {
  const shownFor = (password: string) => shownStrength(password, 8)
  expect(['', 'ab', 'abcd'].map(shownFor)).toEqual([null, 'weak', 'goodSoFar'])
  expect(['quietha', 'Password1', '11111111', 'abcdef'].map(shownFor)).toEqual(['short', 'common', 'common', 'common'])
  expect(shownFor('a quiet harbour')).toBe('strong')
})
