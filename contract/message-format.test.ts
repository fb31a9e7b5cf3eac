import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type CompiledMessage, formatMessage } from './message-format.ts'

/** Messages as they are sent to the browser: compiled on the server and serialised as JSON. */
const compiled = (message: string) => JSON.parse(JSON.stringify(compileMessage(message))) as CompiledMessage

test('placeholders are filled, and empty without a value', () => {
  expect(formatMessage('en', 'plain')).toBe('plain')
  expect(formatMessage('en', compiled('min {min}, max {max}'), { min: '€10', max: 0 })).toBe('min €10, max 0')
  expect(formatMessage('en', compiled('from {place}!'), { place: null })).toBe('from !')
})

test('plural forms follow the rules of the language, and # is the number in the format of the language', () => {
  const arabic = compiled('{n, plural, zero {لا شيء} one {واحد} two {اثنان} few {# قليل} many {# كثير} other {# آخر}}')
  expect([0, 1, 2, 3, 11, 100].map((n) => formatMessage('ar', arabic, { n }))).toEqual(
    ['لا شيء', 'واحد', 'اثنان', '3 قليل', '11 كثير', '100 آخر'].map((text) =>
      text.replace(/\d+/, (digits) => new Intl.NumberFormat('ar').format(Number(digits))),
    ),
  )
  expect(formatMessage('de', compiled('{n, plural, one {# Spiel} other {# Spiele}}'), { n: 1234 })).toBe('1.234 Spiele')
  expect(
    formatMessage('en', compiled('{n, plural, =0 {none} one {one of {total}} other {# of {total}}}'), {
      n: 0,
      total: 5,
    }),
  ).toBe('none')
  expect(
    formatMessage('en', compiled('{n, plural, offset:1 =1 {you} one {you and # more} other {you and # more}}'), {
      n: 3,
    }),
  ).toBe('you and 2 more')
  expect(
    formatMessage('en', compiled('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'), { n: 22 }),
  ).toBe('22nd')
})

// Shows: ASVS 15.3.6
test('a select never uses an inherited property as a case', () => {
  const period = compiled('{period, select, daily {a day} other {a while}}')
  expect(
    ['daily', 'constructor', 'toString', undefined].map((value) => formatMessage('en', period, { period: value })),
  ).toEqual(['a day', 'a while', 'a while', 'a while'])
  expect(
    formatMessage('en', compiled('{n, plural, one {# of {kind, select, spin {# spins} other {all}}} other {more}}'), {
      n: 1,
      kind: 'spin',
    }),
  ).toBe('1 of 1 spins')
})

// Shows: ASVS 1.3.10
test('an inherited property is not used as a value', () => {
  expect(formatMessage('en', compiled('{constructor}'), {})).toBe('')
})
