/**
 * Checks a property of each rule with generated values: what must pass, what must fail, and agreement with an
 * independent definition.
 */
import fc from 'fast-check'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { isIPv4, isIPv6 } from 'node:net'
import { expect, test } from 'vitest'
import { checkDigit } from './cpf.ts'
import { ageOn, readDate } from './dates.ts'
import { stockMessages } from './messages.ts'
import { brokenRule, faultOf, type RuleContext, type RuleParameter } from './rules.ts'
import { canonicalEmail } from './text.ts'

const context: RuleContext = { today: new Date('2026-11-21T12:00:00Z'), valueOf: () => 'the other' }
const accepts = (rule: string, value: unknown, parameter: RuleParameter = true, today = context.today) =>
  brokenRule(value, { [rule]: parameter }, { ...context, today }) === null
const check = <T extends unknown[]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  property: (...values: T) => void,
): void =>
  fc.assert(
    fc.property(fc.tuple(...arbitraries), (values) => {
      property(...(values as T))
    }),
    { numRuns: 300 },
  )

const letters = (from: string, min: number, max = min) =>
  fc.array(fc.constantFrom(...from), { minLength: min, maxLength: max }).map((each) => each.join(''))
const lowercaseLetters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
/** Non-blank text; blank text passes every rule but `required`. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    letters(`${lowercaseLetters}ABC${digits}-_.: /`, 1, 12),
  )
  .filter((each) => each.trim() !== '')
const day = fc.date({ min: new Date('1000-01-01'), max: new Date('3000-12-31T23:59:59Z'), noInvalidDate: true })
const dayText = (date: Date) => `${date.getUTCFullYear()}-${date.getUTCMonth() + 1}-${date.getUTCDate()}`

/** The properties by rule. A test below checks that every rule has one. */
const properties: Record<string, () => void> = {
  required: () =>
    check([fc.anything()], (value) => {
      const isEmpty =
        value === undefined ||
        value === null ||
        (typeof value === 'string' && value.trim() === '') ||
        (Array.isArray(value) && value.length === 0)
      expect(accepts('required', value)).toBe(!isEmpty)
    }),
  email: () => {
    check(
      [letters(lowercaseLetters + digits, 1, 20), letters(lowercaseLetters, 1, 20), letters(lowercaseLetters, 2, 6)],
      (user, domain, top) => {
        expect(accepts('email', `${user}@${domain}.${top}`)).toBe(true)
        for (const wrong of [
          `${user}${domain}.${top}`,
          `${user}@${domain}`,
          `${user}@.${top}`,
          `${user}@@${domain}.${top}`,
          `${user} @${domain}.${top}`,
          `${user}@${domain}..${top}`,
        ])
          expect(accepts('email', wrong), wrong).toBe(false)
      },
    )
    check([text], (value) => {
      if (accepts('email', value)) expect(canonicalEmail(value)).toMatch(/^[^\s\p{C}@]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/iu)
    })
  },
  url: () =>
    check([fc.webUrl({ withQueryParameters: true, withFragments: true })], (url) => {
      expect(accepts('url', url)).toBe(true)
      for (const wrong of [
        url.replace(/^https?:/, ''),
        url.replace(/^https?/, 'javascript'),
        ` ${url}`,
        url.replace('//', '// '),
      ])
        expect(accepts('url', wrong), wrong).toBe(false)
    }),
  ip: () => {
    check([fc.oneof(fc.ipV4(), fc.ipV6())], (value) => expect(accepts('ip', value)).toBe(true))
    check([fc.oneof(text, letters('0123456789abf:.', 1, 20))], (value) =>
      expect(accepts('ip', value), value).toBe(isIPv4(value) || (isIPv6(value) && !value.includes('%'))),
    )
  },
  phone: () => {
    const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]
    expect(codes.length).toBeGreaterThan(190)
    for (const code of codes)
      for (const national of ['12', '1'.repeat(17)]) expect(accepts('phone', code + national), code).toBe(true)
    check([fc.constantFrom(...codes), letters(digits, 2, 17)], (code, national) => {
      expect(accepts('phone', code + national)).toBe(true)
      expect(accepts('phone', `+${code}${national}`)).toBe(false)
      expect(accepts('phone', `0${code}${national}`)).toBe(false)
    })
    check([letters(digits, 1, 30)], (value) => {
      const isKnown = codes.some(
        (code) => value.startsWith(code) && value.length - code.length >= 2 && value.length - code.length <= 17,
      )
      if (isKnown) expect(accepts('phone', value), value).toBe(true)
      if (value.length > 20) expect(accepts('phone', value), value).toBe(false)
    })
  },
  cpfNumber: () =>
    check(
      [
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }),
        fc.nat(10),
        fc.integer({ min: 1, max: 9 }),
      ],
      (firstNine, place, offset) => {
        const first = checkDigit(firstNine)
        const all = [...firstNine, first, checkDigit([...firstNine, first])]
        const isUniform = all.every((digit) => digit === all[0])
        expect(accepts('cpfNumber', all.join(''))).toBe(!isUniform)
        expect(accepts('cpfNumber', all.with(10, (all[10]! + offset) % 10).join(''))).toBe(false)
        if (place > 8) expect(accepts('cpfNumber', all.with(place, (all[place]! + offset) % 10).join(''))).toBe(false)
        const other = (first + offset) % 10
        expect(accepts('cpfNumber', [...firstNine, other, checkDigit([...firstNine, other])].join(''))).toBe(false)
        expect(accepts('cpfNumber', all.slice(0, place).join('')) && place > 0).toBe(false)
      },
    ),
  numeric: () =>
    check([fc.nat(), fc.nat(999), text], (wholeNumber, part, value) => {
      for (const right of [`${wholeNumber}`, `${wholeNumber}.${part}`, `.${part}`, wholeNumber])
        expect(accepts('numeric', right)).toBe(true)
      if (accepts('numeric', value)) expect(Number(value)).toBeGreaterThanOrEqual(0)
      expect(accepts('numeric', `-${wholeNumber}`)).toBe(false)
    }),
  integer: () =>
    check([fc.maxSafeInteger(), fc.integer({ min: 1, max: 9 }), text], (wholeNumber, part, value) => {
      for (const right of [wholeNumber, `${wholeNumber}`]) expect(accepts('integer', right)).toBe(true)
      expect(accepts('integer', `${wholeNumber}.${part}`)).toBe(false)
      if (accepts('integer', value)) expect(Number.isInteger(Number(value))).toBe(true)
    }),
  decimal: () =>
    check(
      [fc.integer(), fc.nat(999), fc.double({ noNaN: true, noDefaultInfinity: true }), text],
      (wholeNumber, part, double, value) => {
        for (const right of [`${wholeNumber}`, `${wholeNumber}.${part}`, `-.${part}`, double])
          expect(accepts('decimal', right), String(right)).toBe(true)
        if (accepts('decimal', value)) expect(Number(value)).not.toBeNaN()
      },
    ),
  alpha: () =>
    check([text], (value) =>
      expect(accepts('alpha', value), value).toBe(
        [...value].every((each, index) => /\p{L}/u.test(each) || (index > 0 && /\p{M}/u.test(each))),
      ),
    ),
  alphaNumeric: () =>
    check([text], (value) =>
      expect(accepts('alphaNumeric', value), value).toBe(
        [...value].every((each, index) => /\p{L}|[0-9]/u.test(each) || (index > 0 && /\p{M}/u.test(each))),
      ),
    ),
  plainText: () =>
    check([text], (value) => {
      const isPlain = ![...value].some((each) =>
        /\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u.test(each),
      )
      expect(accepts('plainText', value), value).toBe(isPlain)
      expect(accepts('plainText', `${value}a\u202eb`)).toBe(false)
    }),
  slugLike: () =>
    check([text], (value) =>
      expect(accepts('slugLike', value), value).toBe(
        [...value].every((each) => `${lowercaseLetters}${lowercaseLetters.toUpperCase()}${digits}_-`.includes(each)),
      ),
    ),
  lowercase: () =>
    check([text], (value) => {
      expect(accepts('lowercase', value.toLowerCase())).toBe(true)
      if (accepts('lowercase', value)) expect(value).not.toMatch(/[A-Z]/)
    }),
  uppercase: () =>
    check([text], (value) => {
      expect(accepts('uppercase', value.toUpperCase())).toBe(true)
      if (accepts('uppercase', value)) expect(value).not.toMatch(/[a-z]/)
    }),
  countryCode: () =>
    check([fc.oneof(text, letters('ABZaz1', 1, 3))], (value) =>
      expect(accepts('countryCode', value)).toBe(
        value.length === 2 && [...value].every((each) => each >= 'A' && each <= 'Z'),
      ),
    ),
  languageCode: () =>
    check([fc.oneof(text, letters('ABZaz1', 1, 3))], (value) =>
      expect(accepts('languageCode', value)).toBe(
        value.length === 2 && [...value].every((each) => each >= 'a' && each <= 'z'),
      ),
    ),
  yesLike: () => oneOf('yesLike', ['yes', 'on', '1', 1, 'true', true]),
  noLike: () => oneOf('noLike', ['no', 'off', '0', 0, 'false', false]),
  booleanLike: () => oneOf('booleanLike', [true, false, 1, 0, '1', '0']),
  array: () =>
    check([fc.anything()], (value) =>
      expect(accepts('array', value)).toBe(
        Array.isArray(value) ||
          value === null ||
          value === undefined ||
          (typeof value === 'string' && value.trim() === ''),
      ),
    ),
  minLength: () =>
    check([text, fc.nat(15)], (value, min) => expect(accepts('minLength', value, min)).toBe([...value].length >= min)),
  maxLength: () =>
    check([text, fc.nat(15)], (value, max) => expect(accepts('maxLength', value, max)).toBe([...value].length <= max)),
  minValue: () =>
    check([fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })], (value, min) =>
      expect([accepts('minValue', value, min), accepts('minValue', `${value}`, min)]).toEqual([
        value >= min,
        value >= min,
      ]),
    ),
  maxValue: () =>
    check([fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })], (value, max) =>
      expect([accepts('maxValue', value, max), accepts('maxValue', `${value}`, max)]).toEqual([
        value <= max,
        value <= max,
      ]),
    ),
  regex: () =>
    check([letters(`${lowercaseLetters}${digits}`, 1, 8)], (value) =>
      expect(accepts('regex', value, '^[a-f0-9]{2,4}$')).toBe(/^[a-f0-9]{2,4}$/.test(value)),
    ),
  sameAs: () =>
    check([fc.oneof(text, fc.constant('the other'))], (value) =>
      expect(accepts('sameAs', value, 'any')).toBe(value === 'the other'),
    ),
  date: () =>
    check(
      [
        fc.integer({ min: 900, max: 3100 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        fc.boolean(),
      ],
      (year, month, date, isPadded) => {
        const calendar = new Date(Date.UTC(year, month - 1, date))
        const exists =
          year >= 1000 && year <= 3000 && calendar.getUTCMonth() === month - 1 && calendar.getUTCDate() === date
        const written = [month, date].map((part) => String(part).padStart(isPadded ? 2 : 1, '0'))
        expect(accepts('date', [String(year).padStart(4, '0'), ...written].join('-'))).toBe(exists)
        expect(accepts('date', calendar.getTime())).toBe(true)
      },
    ),
  dateAfter: () => compareDates('dateAfter', (a, b) => a > b),
  dateOnOrAfter: () => compareDates('dateOnOrAfter', (a, b) => a >= b),
  dateBefore: () => compareDates('dateBefore', (a, b) => a < b),
  dateOnOrBefore: () => compareDates('dateOnOrBefore', (a, b) => a <= b),
  minAge: () => compareAges('minAge', (age, years) => age >= years),
  maxAge: () => compareAges('maxAge', (age, years) => age <= years),
}

function oneOf(rule: string, values: unknown[]): void {
  for (const value of values) expect(accepts(rule, value), String(value)).toBe(true)
  check(
    [
      fc
        .anything()
        .filter(
          (value) =>
            value !== null &&
            value !== undefined &&
            !(Array.isArray(value) && value.length === 0) &&
            !(typeof value === 'string' && value.trim() === ''),
        ),
    ],
    (value) => expect(accepts(rule, value)).toBe(values.some((each) => Object.is(each, value) || each === value)),
  )
}

function compareDates(rule: string, isExpected: (a: number, b: number) => boolean): void {
  check([day, fc.integer({ min: -3, max: 3 })], (date, days) => {
    const reference = new Date(date.getTime() + days * 86_400_000)
    if (readDate(dayText(reference)) === null) return
    expect(accepts(rule, dayText(date), dayText(reference))).toBe(
      isExpected(readDate(dayText(date))!, readDate(dayText(reference))!),
    )
    expect(accepts(rule, dayText(date), 'no date')).toBe(false)
    expect(accepts(rule, 'no date', dayText(reference))).toBe(false)
  })
}

/** Checks dates around the birthday, in any year. */
function compareAges(rule: string, isExpected: (age: number, years: number) => boolean): void {
  check(
    [
      fc.date({ min: new Date('1900-01-01'), max: new Date('2020-12-31'), noInvalidDate: true }),
      fc.nat(100),
      fc.integer({ min: -2, max: 2 }),
      fc.integer({ min: -1, max: 1 }),
    ],
    (birth, years, days, moreYears) => {
      const born = dayText(birth)
      const birthday = Date.UTC(birth.getUTCFullYear() + years, birth.getUTCMonth(), birth.getUTCDate())
      const today = new Date(birthday + days * 86_400_000)
      if (today.getTime() < readDate(born)!) return expect(accepts(rule, born, years, today)).toBe(false)
      expect(accepts(rule, born, years + moreYears, today)).toBe(
        isExpected(days >= 0 ? years : years - 1, years + moreYears),
      )
    },
  )
}

test.each(Object.keys(properties))('%s', (rule) => properties[rule]!())

test('every rule has a property', () => {
  expect(Object.keys(stockMessages).filter((rule) => rule !== 'between' && !(rule in properties))).toEqual([])
})

test('every rule except required accepts an empty value', () => {
  const emptyValue = fc.oneof(fc.constantFrom(null, undefined, '', []), fc.stringMatching(/^\s*$/))
  check(
    [
      fc.constantFrom(...Object.keys(properties).filter((rule) => rule !== 'required')),
      emptyValue,
      fc.oneof(fc.string(), fc.integer(), fc.constant(true)),
    ],
    (rule, value, parameter) => expect(accepts(rule, value, parameter)).toBe(true),
  )
})

test('age increases by one each year and never decreases', () => {
  check(
    [fc.date({ min: new Date('1900-01-01'), max: new Date('2026-11-20'), noInvalidDate: true }), fc.nat(40_000)],
    (birth, days) => {
      const later = new Date(birth.getTime() + days * 86_400_000)
      const grown = ageOn(dayText(birth), new Date(later.getTime() + 366 * 86_400_000))! - ageOn(dayText(birth), later)!
      expect([1, 2]).toContain(grown)
    },
  )
})

test('no rule throws for any value and parameter', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(stockMessages)),
      fc.anything(),
      fc.oneof(fc.string(), fc.integer(), fc.constant(true)),
      (rule, value, parameter) => {
        expect(['string', 'object']).toContain(typeof faultOf(value, { [rule]: parameter }, context))
      },
    ),
    { numRuns: 3000 },
  )
})
