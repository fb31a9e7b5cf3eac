import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { isDate } from '#contract/fields/dates.ts'
import { dateOrder, digitsOfPart, joinDate, splitDate } from './date-parts.ts'

test('dateOrder returns the order of the locale', () => {
  expect(['en', 'en-GB', 'de', 'pt-BR', 'ar', 'hu'].map((locale) => dateOrder(locale)[0])).toEqual([
    'month',
    'day',
    'day',
    'day',
    'day',
    'year',
  ])
  for (const locale of localeCodes) expect(new Set(dateOrder(locale))).toEqual(new Set(['day', 'month', 'year']))
})

test('joinDate returns an ISO date, and splitDate splits it', () => {
  expect(joinDate({ day: '5', month: '1', year: '1990' })).toBe('1990-01-05')
  expect(splitDate('1990-01-05')).toEqual({ year: '1990', month: '01', day: '05' })
  expect(splitDate('')).toEqual({ year: '', month: '', day: '' })
})

test('empty parts give an empty text, and incomplete or invalid parts give an invalid date', () => {
  expect(joinDate({ day: '', month: '', year: '' })).toBe('')
  for (const parts of [
    { day: '5', month: '', year: '1990' },
    { day: '', month: '5', year: '' },
    { day: '31', month: '2', year: '1990' },
    { day: '1', month: '1', year: '90' },
  ])
    expect(isDate(joinDate(parts))).toBe(false)
})

test('digits of any script are accepted, up to the length of the part', () => {
  expect([digitsOfPart('12x3', 'day'), digitsOfPart('١٩٩٠٥', 'year'), digitsOfPart('-', 'month')]).toEqual([
    '12',
    '1990',
    '',
  ])
})
