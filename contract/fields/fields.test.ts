import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDigit } from './cpf.ts'
import { ageOn, readDate } from './dates.ts'
import { factsOf, fieldCatalogue, fieldRules } from './catalogue.ts'
import { fillMessage, stockMessages } from './messages.ts'
import { passwordStrength } from './password-strength.ts'
import { maskPhone } from './phone.ts'
import { brokenRule, faultOf, type RuleContext, type RuleParameter } from './rules.ts'

const context: RuleContext = { today: new Date('2026-11-21T12:00:00Z'), valueOf: (id) => (id === 'password' ? 'secret-1' : undefined) }

type Row = { rule: string; parameter?: RuleParameter; accepted: unknown[]; rejected: unknown[] }
const table: Row[] = [
  { rule: 'email', accepted: ['a@b.co', 'first.last+tag@sub.example.com', "o'hara@example.ie", 'x@xn--bcher-kva.example'], rejected: ['a', 'a@', '@b.co', 'a@b', 'a@b..co', '.a@b.co', 'a.@b.co', 'a b@c.co', 'a@-b.co', 'a@b.c', `${'a'.repeat(65)}@b.co`, 'a@b.co\nBcc: x', 7, {}] },
  { rule: 'phone', accepted: ['4915112345678', '5511987654321', '1 (202) 555-0143', '79161234567', '35312', '8801712345678'], rejected: ['+4915112345678', '0151123456', '49', '491', '999123456', 'phone', '49 151x', `49${'1'.repeat(18)}`, `49${' '.repeat(250)}151`, {}] },
  { rule: 'cpfNumber', accepted: ['52998224725', '529.982.247-25', '11144477735'], rejected: ['52998224724', '11111111111', '00000000000', '5299822472', '529982247255', 'abc', '529.98224725', 52998224725] },
  { rule: 'countryCode', accepted: ['DE', 'BR'], rejected: ['de', 'D', 'DEU', 'D1', 49] },
  { rule: 'languageCode', accepted: ['de', 'pt'], rejected: ['DE', 'd', 'pt-BR', 1] },
  { rule: 'lowercase', accepted: ['abc', 'a-1', 'ß'], rejected: ['aBc', 'Ä', 1] },
  { rule: 'uppercase', accepted: ['ABC', 'A-1'], rejected: ['AbC', 'ä', 1] },
  { rule: 'yesLike', accepted: ['yes', 'on', '1', 1, true, 'true'], rejected: ['no', '0', 0, false, 'YES', 'y', 2, {}] },
  { rule: 'noLike', accepted: ['no', 'off', '0', 0, false, 'false'], rejected: ['yes', '1', 1, true, 'NO', {}] },
  { rule: 'booleanLike', accepted: [true, false, 1, 0, '1', '0'], rejected: ['true', 'false', 2, 'yes', [0], {}] },
  { rule: 'array', accepted: [[1], ['a']], rejected: ['a', 1, {}] },
  { rule: 'slugLike', accepted: ['a-b_c', 'A1', 7], rejected: ['a b', 'ä', 'a.b', {}] },
  { rule: 'alpha', accepted: ['abc', 'ABC'], rejected: ['a1', 'ä', 'a b', 1] },
  { rule: 'alphaNumeric', accepted: ['a1', 12], rejected: ['a_1', 'a b', {}] },
  { rule: 'numeric', accepted: ['12', '1.5', 12], rejected: ['-1', 'a', '1,5', '٣', '1e9', NaN] },
  { rule: 'integer', accepted: ['12', '-3', 12], rejected: ['1.5', 'a', '٣', 1.5] },
  { rule: 'decimal', accepted: ['1.5', '-1.5', '12', '.5', 1e-7], rejected: ['1.', 'a', '1,5', '-'] },
  { rule: 'url', accepted: ['https://example.com', 'http://localhost:3000/a?b=c', 'ftp://example.com/x', 'http://10.0.0.1'], rejected: ['example.com', 'javascript:alert(1)', 'https://', 'https:// a.com', 'https://a', '//example.com', 7] },
  { rule: 'ip', accepted: ['1.2.3.4', '255.255.255.255'], rejected: ['256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', 'a.b.c.d', 1] },
  { rule: 'date', accepted: ['2024-02-29', '2026-1-5', '1000-01-01', '3000-12-31', 0, 1_700_000_000_000], rejected: ['2023-02-29', '1900-02-29', '2026-13-01', '2026-04-31', '2026-00-10', '2026-01-00', '999-01-01', '3001-01-01', '2026/01/01', '01-01-2026', 'today', NaN, Infinity, {}] },
  { rule: 'dateAfter', parameter: '2026-01-10', accepted: ['2026-01-11'], rejected: ['2026-01-10', '2026-01-09', 'never'] },
  { rule: 'dateOnOrAfter', parameter: '2026-01-10', accepted: ['2026-01-10', '2026-1-11'], rejected: ['2026-01-09', 'never'] },
  { rule: 'dateBefore', parameter: '2026-01-10', accepted: ['2026-01-09', 0], rejected: ['2026-01-10', '2026-02-30'] },
  { rule: 'dateOnOrBefore', parameter: '2026-01-10', accepted: ['2026-01-10'], rejected: ['2026-01-11', 'x'] },
  { rule: 'dateAfter', parameter: 'not a date', accepted: [], rejected: ['2026-01-11'] },
  { rule: 'minAge', parameter: 18, accepted: ['2008-11-21', '1970-01-01'], rejected: ['2008-11-22', '2030-01-01', 'x'] },
  { rule: 'maxAge', parameter: 99, accepted: ['1927-11-21'], rejected: ['1926-11-21', '2030-01-01'] },
  { rule: 'minLength', parameter: 3, accepted: ['abc', 'ab😀', [1, 2, 3]], rejected: ['ab', '😀😀', [1]] },
  { rule: 'maxLength', parameter: 3, accepted: ['abc', '😀😀😀'], rejected: ['abcd'] },
  { rule: 'minValue', parameter: 5, accepted: ['5', 6], rejected: ['4', -1, 'x', '1e9'] },
  { rule: 'maxValue', parameter: 5, accepted: ['5', -6], rejected: ['6', 'x'] },
  { rule: 'regex', parameter: '^\\d{3}$', accepted: ['123'], rejected: ['12', '1234', {}] },
  { rule: 'regex', parameter: '/^ab$/i', accepted: ['AB'], rejected: ['abc'] },
  { rule: 'regex', parameter: '(', accepted: [], rejected: ['a pattern that does not compile lets nothing through'] },
  { rule: 'sameAs', parameter: 'password', accepted: ['secret-1'], rejected: ['secret-2'] },
]

describe.each(table)('$rule $parameter', ({ rule, parameter = true, accepted, rejected }) => {
  test('accepts what it should and passes on empty', () => {
    for (const value of [...accepted, '', '   ', null, undefined, []]) expect(brokenRule(value, { [rule]: parameter }, context), String(value)).toBeNull()
  })
  test('rejects the rest', () => {
    for (const value of rejected) expect(brokenRule(value, { [rule]: parameter }, context), String(value)).toBe(rule)
  })
})

test('required is broken by nothing, blanks and an empty list, and by nothing else', () => {
  for (const value of ['', '  ', null, undefined, []]) expect(brokenRule(value, { required: true }, context)).toBe('required')
  for (const value of [0, false, '0', [0], {}]) expect(brokenRule(value, { required: true }, context)).toBeNull()
  expect(brokenRule('', { required: false }, context)).toBeNull()
})

test('a rule of a newer server that this side does not know is left to the server', () => {
  expect(brokenRule('x', { moonPhase: 'full' }, context)).toBeNull()
})

test('every rule table row has a stock message, with its numbers filled in', () => {
  for (const { rule } of table) expect(stockMessages).toHaveProperty(rule)
  expect(faultOf('abc', { minLength: 6 }, context)).toBe('This field should be at least 6 characters long')
  expect(faultOf('abcdef', { maxLength: 3 }, context)).toBe('The maximum length allowed is 3')
  expect(faultOf('3', { minValue: 5 }, context)).toBe('The minimum value allowed is 5')
  expect(faultOf('13', { minValue: 5, maxValue: 10 }, context)).toBe('The value must be between 5 and 10')
  expect(faultOf('x', { sameAs: 'password' }, { ...context, nameOf: () => 'Password' })).toBe('The value must be equal to the Password value')
  expect(faultOf('', { required: true }, context)).toBe('Value is required')
})

test("the operator's words replace the stock ones, with {min}, {max} and {param}", () => {
  expect(faultOf('abc', { minLength: 6 }, context, { minLength: 'Noch {min} bitte, {param}!' })).toBe('Noch 6 bitte, 6!')
  expect(fillMessage('{max} {nothing}', { max: 3 })).toBe('3 {nothing}')
})

test('strength goes by length: 1-2 weak, 3-4 good, more strong', () => {
  expect(['', 'a', 'ab', 'abc', 'abcd', 'abcde'].map(passwordStrength)).toEqual([null, 'weak', 'weak', 'good', 'good', 'strong'])
})

test('a phone input keeps at most 12 digits', () => {
  expect(maskPhone('+49 (151) 123-456-789-000')).toBe('491511234567')
})

test('every field of the catalogue has facts, an unknown one is plain text', () => {
  expect(Object.keys(fieldCatalogue)).toHaveLength(36)
  expect(factsOf('constructor')).toEqual({ kind: 'text' })
  expect(fieldRules('constructor')).toEqual({})
  expect(fieldRules('cpf_number')).toEqual({ cpfNumber: true })
})

describe('properties', () => {
  test('any nine digits with their two check digits are a CPF, unless all are alike; another last digit is none', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }), (nine) => {
      const first = checkDigit(nine)
      const digits = [...nine, first, checkDigit([...nine, first])]
      const isUniform = digits.every((digit) => digit === digits[0])
      expect(brokenRule(digits.join(''), { cpfNumber: true }, context)).toBe(isUniform ? 'cpfNumber' : null)
      const wrong = [...digits.slice(0, 10), (digits[10]! + 1) % 10]
      expect(brokenRule(wrong.join(''), { cpfNumber: true }, context)).toBe('cpfNumber')
    }))
  })

  test('text is a date exactly when the calendar has it', () => {
    fc.assert(fc.property(fc.integer({ min: 900, max: 3100 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }), (year, month, day) => {
      const calendar = new Date(Date.UTC(year, month - 1, day))
      const exists = year >= 1000 && year <= 3000 && calendar.getUTCMonth() === month - 1 && calendar.getUTCDate() === day
      expect(readDate(`${String(year).padStart(4, '0')}-${month}-${day}`) !== null).toBe(exists)
    }))
  })

  test('age grows by one a year and never goes down', () => {
    fc.assert(fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2026-11-20'), noInvalidDate: true }), fc.integer({ min: 0, max: 40_000 }), (birth, days) => {
      const born = birth.toISOString().slice(0, 10)
      const later = new Date(birth.getTime() + days * 86_400_000)
      const age = ageOn(born, later)!
      const next = ageOn(born, new Date(later.getTime() + 366 * 86_400_000))!
      expect(next - age).toBeGreaterThanOrEqual(1)
      expect(next - age).toBeLessThanOrEqual(2)
    }))
  })

  test('no rule throws, whatever the value and the parameter', () => {
    const rules = Object.keys(stockMessages)
    fc.assert(fc.property(fc.constantFrom(...rules), fc.anything(), fc.oneof(fc.string(), fc.integer(), fc.constant(true)), (rule, value, parameter) => {
      expect(['string', 'object']).toContain(typeof faultOf(value, { [rule]: parameter }, context))
    }), { numRuns: 2000 })
  })
})
