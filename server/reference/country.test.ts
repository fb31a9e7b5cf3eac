import { expect, test } from 'vitest'
import {
  barredCountriesOf,
  isOfferedCountry,
  isRegistrationBarred,
  isRestrictedGame,
  offeredCurrencyOf,
  restrictionOf,
} from './country.ts'

const settings = (unknownCountries: 'admit' | 'no-registration' | 'restrict' = 'admit') =>
  ({
    unknownCountries,
    restrictedCountries: new Map<string, 1 | 2>([
      ['BR', 1],
      ['CA', 2],
    ]),
    sanctionedCountries: new Set(['IR']),
    restrictedGames: new Map([['mines', new Set(['DE'])]]),
  }) as unknown as Parameters<typeof restrictionOf>[0] & Parameters<typeof barredCountriesOf>[0]

test('a sanctioned or excluded country is restricted as strictly as the operator can', () => {
  const of = (code: string | null) => restrictionOf(settings(), code)
  expect(of('DE')).toEqual({ restrict: false, restrictType: null })
  expect(of('BR')).toEqual({ restrict: true, restrictType: 1 })
  for (const code of ['CA', 'GB', 'IR']) expect(of(code), code).toEqual({ restrict: true, restrictType: 2 })
})

test('an unknown country is restricted, refused for registration or admitted, as the operator decides', () => {
  expect(restrictionOf(settings('restrict'), null)).toEqual({ restrict: true, restrictType: 2 })
  expect(restrictionOf(settings('no-registration'), null)).toEqual({ restrict: false, restrictType: null })
  expect(isRegistrationBarred(settings('admit'), null)).toBe(false)
  for (const each of ['no-registration', 'restrict'] as const)
    expect(isRegistrationBarred(settings(each), null)).toBe(true)
})

test('players may register from a country that is restricted in part only', () => {
  const barred = ['DE', 'BR', 'CA', 'GB', 'IR'].filter((code) => isRegistrationBarred(settings('restrict'), code))
  expect(barred).toEqual(['CA', 'GB', 'IR'])
})

test('a game is restricted in its countries alone, and never where the country is unknown', () => {
  const restricted = [
    ['mines', 'DE'],
    ['mines', 'AT'],
    ['dice', 'DE'],
    ['mines', null],
  ] as const
  expect(restricted.map(([game, code]) => isRestrictedGame(settings(), game, code))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a game is barred from its own countries and from all that are closed or restricted', () => {
  const of = (game: string) => barredCountriesOf(settings(), game).split(',')
  expect(of('mines')).toEqual(expect.arrayContaining(['DE', 'BR', 'CA', 'GB', 'IR']))
  expect(of('dice')).toEqual(expect.arrayContaining(['BR', 'CA', 'GB', 'IR']))
  expect(of('dice')).not.toContain('DE')
  expect(of('dice')).not.toContain('')
})

test('only a country that exists and is open can be selected', () => {
  expect(['DE', 'BR', 'GB', 'XX', 'de', ''].filter(isOfferedCountry)).toEqual(['DE', 'BR'])
})

test('a country has its own currency unless that is switched off', () => {
  expect(offeredCurrencyOf({ isOffered: () => true }, 'BR')).toBe('BRL')
  expect(offeredCurrencyOf({ isOffered: (code) => code !== 'BRL' }, 'BR')).toBe('EUR')
})
