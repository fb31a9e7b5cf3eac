import { expect, test } from 'vitest'
import {
  countryOfPhone,
  hasOwnPrefix,
  movedToCountry,
  readEarlyEntry,
  readPhoneEntry,
  withPrefix,
} from './phone-entry.ts'

const countries = [
  { code: 'CA', phonePrefix: '1' },
  { code: 'BR', phonePrefix: '55' },
  { code: 'DE', phonePrefix: '49' },
  { code: 'DO', phonePrefix: '1809' },
  { code: 'IM', phonePrefix: '44' },
  { code: 'JE', phonePrefix: '44' },
]
const country = (digits: string, preferred: string | null = null) => countryOfPhone(digits, countries, preferred)?.code

test('the longest matching calling code determines the country; if several share it, the preferred one', () => {
  expect([
    country('4915'),
    country('1202'),
    country('18095'),
    country('4477'),
    country('4477', 'JE'),
    country('4915', 'JE'),
    country(''),
    country('999'),
  ]).toEqual(['DE', 'CA', 'DO', 'IM', 'JE', 'DE', undefined, undefined])
})

test.each([
  ['49151', '49', '49151'],
  ['49 (151) 23-4', '49', '491512 34'.replace(' ', '')],
  ['49+49 151 234', '49', '49151234'],
  ['+5511987654321', '49', '5511987654321'],
  ['0049 151 23', '49', '4915123'],
  ['49 0049151', '49', '49151'],
  ['490151', '49', '49151'],
  ['3906', '39', '3906'],
  ['494915112345', '49', '4915112345'],
  ['٤٩١٥١', '49', '49151'],
  ['49151123456789', '49', '49151123456789'],
  ['4915112345678999', '49', '49151123456789'],
  ['+4915112345678999', '49', '49151123456789'],
  ['+4915112345678999', '', '49151123456789'],
  ['9991234567890123', '', '999123456789'],
  ['abc', '', ''],
])('%j with the calling code %j is read as %j', (text, prefix, expected) =>
  expect(readPhoneEntry(text, prefix, countries)).toBe(expected),
)

test.each([
  ['0151 12345678', '4930123456', '4915112345678'],
  ['1', '4930123456', '491'],
  ['15112345678', '4930123456', '4915112345678'],
  ['+55 11 987654321', '4930123456', '5511987654321'],
  ['4930', '4930123456', '4930'],
  ['4', '4930123456', '4'],
  ['', '4930123456', ''],
  // The field contained only the calling code, so the text is the start of another code.
  ['5', '49', '5'],
])('%j that replaces the German number %j is read as %j', (text, before, expected) =>
  expect(readPhoneEntry(text, '49', countries, before)).toBe(expected),
)

test.each([
  ['15112345678', '49', '4915112345678'],
  ['0151 12345678', '49', '4915112345678'],
  ['4915112345678', '49', '4915112345678'],
  ['+55 11 987654321', '49', '5511987654321'],
  ['0055 11 987654321', '49', '5511987654321'],
  ['15112345678', '', '15112345678'],
])('%j that was typed before the calling codes loaded is read with %j as %j', (text, prefix, expected) =>
  expect(readEarlyEntry(text, prefix, countries)).toBe(expected),
)

test('withPrefix replaces the calling code of a number', () => {
  expect([withPrefix('49151', '49', '55'), withPrefix('', '49', '55'), withPrefix('151', '49', '55')]).toEqual([
    '55151',
    '55',
    '55151',
  ])
})

test.each([
  ['4915112345', 'DE', 'BR', '5515112345'],
  // Numbers of a third country, of a calling code that both share, and of unknown countries stay.
  ['447712345', 'DE', 'BR', '447712345'],
  ['447712345', 'IM', 'JE', '447712345'],
  ['4915112345', 'DE', 'XX', '4915112345'],
  ['', 'DE', 'BR', ''],
])('%s becomes, when the country of the form changes from %s to %s, %s', (digits, before, after, moved) => {
  expect(movedToCountry(digits, before, after, countries)).toBe(moved)
})

test('a plus or two leading zeros state a calling code', () => {
  expect(['+20 100', ' 0020100', '0100', '4915'].map(hasOwnPrefix)).toEqual([true, true, false, false])
})
