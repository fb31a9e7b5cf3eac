import { expect, test } from 'vitest'
import { formatText, formatValues } from './format-text.ts'

const format = (kind: 'text' | 'link' | 'moment' | 'country', value: string | undefined, locale = 'en') =>
  formatValues(locale, { it: kind }, value === undefined ? {} : { it: value }, 'an unknown country').it

test('a time is written in the language of the reader, with its zone', () => {
  const plain = (text: string | undefined) => text?.replaceAll(/\s/gu, ' ')
  expect(plain(format('moment', '2026-11-30T23:05:09+02:00'))).toBe('November 30, 2026 at 09:05 PM UTC')
  expect(plain(format('moment', '2026-11-30T23:05:09Z', 'de'))).toBe('30. November 2026 um 23:05 UTC')
})

test('a country is written in the language of the reader; anything else is an unknown one', () => {
  expect([format('country', 'DE'), format('country', 'DE', 'es')]).toEqual(['Germany', 'Alemania'])
  for (const value of ['', 'de', 'DEU', 'D1', ' DE', undefined])
    expect(format('country', value), value).toBe('an unknown country')
})

test('control characters of a text become spaces; its lines and its direction stay', () => {
  expect(format('text', ' a\u0000b\tc\r\nd\u2028\u202ee ')).toBe('a b c \nd\u2028 e')
  expect(format('text', '\u200fשלום\u200f a\u200cb')).toBe('\u200fשלום\u200f a\u200cb')
  expect(format('link', 'https://house.test/a?b=1')).toBe('https://house.test/a?b=1')
  expect(format('text', undefined)).toBe('')
})

test('a message is filled in by the rules of its language, and each language has its own', () => {
  const message = '{count, plural, one {# spin} other {# spins}} for {name}'
  expect(formatText('en', message, { count: '1', name: 'Ada' })).toBe('1 spin for Ada')
  expect(formatText('en', message, { count: '1200', name: '{name}' })).toBe('1,200 spins for {name}')
  expect(formatText('de', message, { count: '1200', name: 'Ada' })).toBe('1.200 spins for Ada')
})
