/** A property for each rule over generated values: what must pass, what must fail, and agreement with an independent definition. */
import fc from 'fast-check'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { isIPv4, isIPv6 } from 'node:net'
import { expect, test } from 'vitest'
import { checkDigit } from './cpf.ts'
import { ageOn, readDate } from './dates.ts'
import { stockMessages } from './messages.ts'
import { brokenRule, faultOf, type RuleContext, type RuleParameter } from './rules.ts'
import { spelledEmail } from './text.ts'

const context: RuleContext = { today: new Date('2026-11-21T12:00:00Z'), valueOf: () => 'the other' }
const holds = (rule: string, value: unknown, parameter: RuleParameter = true, today = context.today) =>
  brokenRule(value, { [rule]: parameter }, { ...context, today }) === null
const check = <T extends unknown[]>(
  draw: { [K in keyof T]: fc.Arbitrary<T[K]> },
  property: (...values: T) => void,
): void =>
  fc.assert(
    fc.property(fc.tuple(...draw), (values) => {
      property(...(values as T))
    }),
    { numRuns: 300 },
  )

const letters = (from: string, least: number, most = least) =>
  fc.array(fc.constantFrom(...from), { minLength: least, maxLength: most }).map((each) => each.join(''))
const small = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
/** Non-blank text; blank text passes every rule but `required`. */
const text = fc
  .oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), letters(`${small}ABC${digits}-_.: /`, 1, 12))
  .filter((each) => each.trim() !== '')
const day = fc.date({ min: new Date('1000-01-01'), max: new Date('3000-12-31T23:59:59Z'), noInvalidDate: true })
const dayText = (date: Date) => `${date.getUTCFullYear()}-${date.getUTCMonth() + 1}-${date.getUTCDate()}`

/** One for each rule, as the test below checks. */
const properties: Record<string, () => void> = {
  required: () =>
    check([fc.anything()], (value) => {
      const isNothing =
        value === undefined ||
        value === null ||
        (typeof value === 'string' && value.trim() === '') ||
        (Array.isArray(value) && value.length === 0)
      expect(holds('required', value)).toBe(!isNothing)
    }),
  email: () => {
    check([letters(small + digits, 1, 20), letters(small, 1, 20), letters(small, 2, 6)], (user, domain, top) => {
      expect(holds('email', `${user}@${domain}.${top}`)).toBe(true)
      for (const wrong of [
        `${user}${domain}.${top}`,
        `${user}@${domain}`,
        `${user}@.${top}`,
        `${user}@@${domain}.${top}`,
        `${user} @${domain}.${top}`,
        `${user}@${domain}..${top}`,
      ])
        expect(holds('email', wrong), wrong).toBe(false)
    })
    check([text], (value) => {
      if (holds('email', value)) expect(spelledEmail(value)).toMatch(/^[^\s\p{C}@]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/iu)
    })
  },
  url: () =>
    check([fc.webUrl({ withQueryParameters: true, withFragments: true })], (url) => {
      expect(holds('url', url)).toBe(true)
      for (const wrong of [
        url.replace(/^https?:/, ''),
        url.replace(/^https?/, 'javascript'),
        ` ${url}`,
        url.replace('//', '// '),
      ])
        expect(holds('url', wrong), wrong).toBe(false)
    }),
  ip: () => {
    check([fc.oneof(fc.ipV4(), fc.ipV6())], (value) => expect(holds('ip', value)).toBe(true))
    check([fc.oneof(text, letters('0123456789abf:.', 1, 20))], (value) =>
      expect(holds('ip', value), value).toBe(isIPv4(value) || (isIPv6(value) && !value.includes('%'))),
    )
  },
  phone: () => {
    const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]
    expect(codes.length).toBeGreaterThan(190)
    for (const code of codes)
      for (const national of ['12', '1'.repeat(17)]) expect(holds('phone', code + national), code).toBe(true)
    check([fc.constantFrom(...codes), letters(digits, 2, 17)], (code, national) => {
      expect(holds('phone', code + national)).toBe(true)
      expect(holds('phone', `+${code}${national}`)).toBe(false)
      expect(holds('phone', `0${code}${national}`)).toBe(false)
    })
    check([letters(digits, 1, 30)], (value) => {
      const isKnown = codes.some(
        (code) => value.startsWith(code) && value.length - code.length >= 2 && value.length - code.length <= 17,
      )
      if (isKnown) expect(holds('phone', value), value).toBe(true)
      if (value.length > 20) expect(holds('phone', value), value).toBe(false)
    })
  },
  cpfNumber: () =>
    check(
      [
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }),
        fc.nat(10),
        fc.integer({ min: 1, max: 9 }),
      ],
      (nine, place, off) => {
        const first = checkDigit(nine)
        const all = [...nine, first, checkDigit([...nine, first])]
        const isUniform = all.every((digit) => digit === all[0])
        expect(holds('cpfNumber', all.join(''))).toBe(!isUniform)
        expect(holds('cpfNumber', all.with(10, (all[10]! + off) % 10).join(''))).toBe(false)
        if (place > 8) expect(holds('cpfNumber', all.with(place, (all[place]! + off) % 10).join(''))).toBe(false)
        expect(holds('cpfNumber', all.slice(0, place).join('')) && place > 0).toBe(false)
      },
    ),
  numeric: () =>
    check([fc.nat(), fc.nat(999), text], (whole, part, value) => {
      for (const right of [`${whole}`, `${whole}.${part}`, `.${part}`, whole])
        expect(holds('numeric', right)).toBe(true)
      if (holds('numeric', value)) expect(Number(value)).toBeGreaterThanOrEqual(0)
      expect(holds('numeric', `-${whole}`)).toBe(false)
    }),
  integer: () =>
    check([fc.maxSafeInteger(), fc.integer({ min: 1, max: 9 }), text], (whole, part, value) => {
      for (const right of [whole, `${whole}`]) expect(holds('integer', right)).toBe(true)
      expect(holds('integer', `${whole}.${part}`)).toBe(false)
      if (holds('integer', value)) expect(Number.isInteger(Number(value))).toBe(true)
    }),
  decimal: () =>
    check(
      [fc.integer(), fc.nat(999), fc.double({ noNaN: true, noDefaultInfinity: true }), text],
      (whole, part, double, value) => {
        for (const right of [`${whole}`, `${whole}.${part}`, `-.${part}`, double])
          expect(holds('decimal', right), String(right)).toBe(true)
        if (holds('decimal', value)) expect(Number(value)).not.toBeNaN()
      },
    ),
  alpha: () =>
    check([text], (value) =>
      expect(holds('alpha', value), value).toBe(
        [...value].every((each, index) => /\p{L}/u.test(each) || (index > 0 && /\p{M}/u.test(each))),
      ),
    ),
  alphaNumeric: () =>
    check([text], (value) =>
      expect(holds('alphaNumeric', value), value).toBe(
        [...value].every((each, index) => /\p{L}|[0-9]/u.test(each) || (index > 0 && /\p{M}/u.test(each))),
      ),
    ),
  plainText: () =>
    check([text], (value) => {
      const isPlain = ![...value].some((each) =>
        /\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u.test(each),
      )
      expect(holds('plainText', value), value).toBe(isPlain)
      expect(holds('plainText', `${value}a\u202eb`)).toBe(false)
    }),
  slugLike: () =>
    check([text], (value) =>
      expect(holds('slugLike', value), value).toBe(
        [...value].every((each) => `${small}${small.toUpperCase()}${digits}_-`.includes(each)),
      ),
    ),
  lowercase: () =>
    check([text], (value) => {
      expect(holds('lowercase', value.toLowerCase())).toBe(true)
      if (holds('lowercase', value)) expect(value).not.toMatch(/[A-Z]/)
    }),
  uppercase: () =>
    check([text], (value) => {
      expect(holds('uppercase', value.toUpperCase())).toBe(true)
      if (holds('uppercase', value)) expect(value).not.toMatch(/[a-z]/)
    }),
  countryCode: () =>
    check([fc.oneof(text, letters('ABZaz1', 1, 3))], (value) =>
      expect(holds('countryCode', value)).toBe(
        value.length === 2 && [...value].every((each) => each >= 'A' && each <= 'Z'),
      ),
    ),
  languageCode: () =>
    check([fc.oneof(text, letters('ABZaz1', 1, 3))], (value) =>
      expect(holds('languageCode', value)).toBe(
        value.length === 2 && [...value].every((each) => each >= 'a' && each <= 'z'),
      ),
    ),
  yesLike: () => oneOf('yesLike', ['yes', 'on', '1', 1, 'true', true]),
  noLike: () => oneOf('noLike', ['no', 'off', '0', 0, 'false', false]),
  booleanLike: () => oneOf('booleanLike', [true, false, 1, 0, '1', '0']),
  array: () =>
    check([fc.anything()], (value) =>
      expect(holds('array', value)).toBe(
        Array.isArray(value) ||
          value === null ||
          value === undefined ||
          (typeof value === 'string' && value.trim() === ''),
      ),
    ),
  minLength: () =>
    check([text, fc.nat(15)], (value, least) =>
      expect(holds('minLength', value, least)).toBe([...value].length >= least),
    ),
  maxLength: () =>
    check([text, fc.nat(15)], (value, most) => expect(holds('maxLength', value, most)).toBe([...value].length <= most)),
  minValue: () =>
    check([fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })], (value, least) =>
      expect([holds('minValue', value, least), holds('minValue', `${value}`, least)]).toEqual([
        value >= least,
        value >= least,
      ]),
    ),
  maxValue: () =>
    check([fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })], (value, most) =>
      expect([holds('maxValue', value, most), holds('maxValue', `${value}`, most)]).toEqual([
        value <= most,
        value <= most,
      ]),
    ),
  regex: () =>
    check([letters(`${small}${digits}`, 1, 8)], (value) =>
      expect(holds('regex', value, '^[a-f0-9]{2,4}$')).toBe(/^[a-f0-9]{2,4}$/.test(value)),
    ),
  sameAs: () =>
    check([fc.oneof(text, fc.constant('the other'))], (value) =>
      expect(holds('sameAs', value, 'any')).toBe(value === 'the other'),
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
        expect(holds('date', [String(year).padStart(4, '0'), ...written].join('-'))).toBe(exists)
        expect(holds('date', calendar.getTime())).toBe(true)
      },
    ),
  dateAfter: () => compared('dateAfter', (a, b) => a > b),
  dateOnOrAfter: () => compared('dateOnOrAfter', (a, b) => a >= b),
  dateBefore: () => compared('dateBefore', (a, b) => a < b),
  dateOnOrBefore: () => compared('dateOnOrBefore', (a, b) => a <= b),
  minAge: () => aged('minAge', (age, years) => age >= years),
  maxAge: () => aged('maxAge', (age, years) => age <= years),
}

function oneOf(rule: string, values: unknown[]): void {
  for (const value of values) expect(holds(rule, value), String(value)).toBe(true)
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
    (value) => expect(holds(rule, value)).toBe(values.some((each) => Object.is(each, value) || each === value)),
  )
}

function compared(rule: string, isSo: (a: number, b: number) => boolean): void {
  check([day, fc.integer({ min: -3, max: 3 })], (date, days) => {
    const reference = new Date(date.getTime() + days * 86_400_000)
    if (readDate(dayText(reference)) === null) return
    expect(holds(rule, dayText(date), dayText(reference))).toBe(
      isSo(readDate(dayText(date))!, readDate(dayText(reference))!),
    )
    expect(holds(rule, dayText(date), 'no date')).toBe(false)
    expect(holds(rule, 'no date', dayText(reference))).toBe(false)
  })
}

/** Around the birthday itself, in any year. */
function aged(rule: string, isSo: (age: number, years: number) => boolean): void {
  check(
    [
      fc.date({ min: new Date('1900-01-01'), max: new Date('2020-12-31'), noInvalidDate: true }),
      fc.nat(100),
      fc.integer({ min: -2, max: 2 }),
      fc.integer({ min: -1, max: 1 }),
    ],
    (birth, years, days, more) => {
      const born = dayText(birth)
      const birthday = Date.UTC(birth.getUTCFullYear() + years, birth.getUTCMonth(), birth.getUTCDate())
      const today = new Date(birthday + days * 86_400_000)
      if (today.getTime() < readDate(born)!) return expect(holds(rule, born, years, today)).toBe(false)
      expect(holds(rule, born, years + more, today)).toBe(isSo(days >= 0 ? years : years - 1, years + more))
    },
  )
}

test.each(Object.keys(properties))('%s', (rule) => properties[rule]!())

test('every rule has a property', () => {
  expect(Object.keys(stockMessages).filter((rule) => rule !== 'between' && !(rule in properties))).toEqual([])
})

test('every rule but one accepts an empty value', () => {
  const nothing = fc.oneof(fc.constantFrom(null, undefined, '', []), fc.stringMatching(/^\s*$/))
  check(
    [
      fc.constantFrom(...Object.keys(properties).filter((rule) => rule !== 'required')),
      nothing,
      fc.oneof(fc.string(), fc.integer(), fc.constant(true)),
    ],
    (rule, value, parameter) => expect(holds(rule, value, parameter)).toBe(true),
  )
})

test('age increases by one a year and never decreases', () => {
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
