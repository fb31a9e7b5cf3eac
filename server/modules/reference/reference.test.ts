import { expect, test } from 'vitest'
import * as contract from '#contract/settings.ts'
import { loadContent } from '../content/content.ts'
import { readSettings } from '../../settings.ts'
import type { Ctx } from '../../deps.ts'
import { initPlayer } from '../profile/init-player.ts'
import { listCountries } from './list-countries.ts'
import { listCurrencies } from './list-currencies.ts'
import { listLocales } from './list-locales.ts'
import { chooseLocale } from './locales.ts'
import { shippedData } from './internal/subjects.ts'
import { readConstants } from './read-constants.ts'
import { referenceOf } from './reference.ts'

const content = loadContent()

function ctx(country: string | null, environment: Record<string, string> = {}, locale = 'en'): Ctx {
  return {
    settings: readSettings(environment),
    partners: { socialLogins: [] },
    content,
    reference: referenceOf(shippedData({ contentDir: null })),
    caller: { country, locale, player: null },
  } as unknown as Ctx
}

test('exactly one currency is the base, and its rate is one', async () => {
  const { value } = await listCurrencies(ctx(null))
  expect(value.filter((currency) => currency.isBase).map(({ code, rate }) => [code, rate.rate])).toEqual([['EUR', 1]])
  expect(contract.listCurrencies.reply.parse(value)).toEqual(value)
})

test('BTC and ETH are displayed in a milli unit: factor 1000', async () => {
  const { value } = await listCurrencies(ctx(null))
  for (const { code, subunitToUnit, subCurrencies } of value.filter(({ code }) => code === 'BTC' || code === 'ETH')) {
    expect(subCurrencies).toEqual([{ code: `m${code}`, subunitToUnit: subunitToUnit / 1000 }])
  }
})

test('money of states is called as the reader calls it, coins as everywhere', async () => {
  const { value } = await listCurrencies(ctx(null, {}, 'de'))
  expect(value.map(({ name }) => name)).toEqual([
    'Euro',
    'US-Dollar',
    'Brasilianischer Real',
    'Bitcoin',
    'Ethereum',
    'Tether',
  ])
})

test('excluded countries are in no list', async () => {
  const { value } = await listCountries(ctx(null), {})
  const codes = new Set(value.map(({ code }) => code))
  expect(['US', 'UM', 'GB', 'FR', 'NL', 'AW', 'CW', 'MF'].filter((code) => codes.has(code))).toEqual([])
  expect(codes.size).toBe(241)
  expect(contract.listCountries.reply.parse(value)).toEqual(value)
})

test('country names are in the requested language, sorted by its rules', async () => {
  const { value } = await listCountries(ctx(null), { locale: 'de' })
  expect(value.find(({ code }) => code === 'AT')).toMatchObject({
    name: 'Österreich',
    currency: 'EUR',
    locale: 'de',
    phonePrefix: '43',
  })
  const names = value.map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator('de').compare))
})

test('a restricted country is marked in the list and for its visitor', async () => {
  const restricted = ctx('BR', { RESTRICTED_COUNTRIES: 'BR:1,CA:2' })
  const { value } = await listCountries(restricted, {})
  expect(value.find(({ code }) => code === 'CA')).toMatchObject({ restrict: true, restrictType: 2 })
  expect((await initPlayer(restricted, {})).value).toMatchObject({ country: 'BR', isRestricted: true, restrictType: 1 })
})

test('a visitor from an excluded country can neither sign in nor up', async () => {
  expect((await initPlayer(ctx('GB'), {})).value).toMatchObject({ isRestricted: true, restrictType: 2 })
})

test('the header country decides locale and currency; a stored language wins over it', async () => {
  expect((await initPlayer(ctx('BR'), {})).value).toMatchObject({ country: 'BR', locale: 'pt-BR', currency: 'BRL' })
  expect((await initPlayer(ctx('BR'), { language: 'ar' })).value.locale).toBe('ar')
  expect((await initPlayer(ctx('BR'), { language: 'xx' })).value.locale).toBe('pt-BR')
})

test('without a header the country is assumed, the language is the default and nothing is restricted', async () => {
  expect(
    (await initPlayer(ctx(null, { DEFAULT_COUNTRY: 'BR', RESTRICTED_COUNTRIES: 'BR:2' }), {})).value,
  ).toMatchObject({ country: 'BR', currency: 'BRL', locale: 'en', isRestricted: false })
  expect(chooseLocale({ stored: null, country: null })).toBe('en')
})

test('the default locale is one, and Arabic runs from right to left', async () => {
  const { value } = await listLocales(ctx(null))
  expect(value.filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['en'])
  expect(value.find(({ code }) => code === 'ar')?.direction).toBe('rtl')
  expect(contract.listLocales.reply.parse(value)).toEqual(value)
  expect(value.find(({ code }) => code === 'de')?.offer?.text).toContain('auf Deutsch')
})

test('constants enumerate every status that the specification numbers', async () => {
  const { value } = await readConstants(ctx(null))
  expect(contract.readConstants.reply.parse(value)).toEqual(value)
  expect(value.invoice.statuses).toEqual([
    { id: 1, name: 'pending' },
    { id: 2, name: 'success' },
    { id: 3, name: 'failed' },
  ])
  expect(value.player.limit.definition.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  expect(value.player.bonus.results.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  const zones = value.timeZones.map(({ id }) => id)
  expect(zones.length).toBeGreaterThan(300)
  expect(zones).toEqual(
    expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'UTC']),
  )
  expect(zones).not.toContain('Asia/Calcutta')
})

test('constants name the registration types that are on, and the periods of limits', async () => {
  const { player } = (await readConstants(ctx(null, { REGISTRATION_EMAIL: 'false' }))).value
  expect(player.registration).toEqual({ email: false, phone: true })
  const { cashPeriod, coolingOffPeriod, selfExclusionPeriod } = player.limit
  expect(cashPeriod.map(({ id }) => id)).toEqual(['daily', 'weekly', 'monthly'])
  expect(coolingOffPeriod.map(({ id }) => id)).toEqual(['1-day', '1-week', '1-month', '2-months', '3-months'])
  expect(selfExclusionPeriod.map(({ id }) => id)).toEqual(['6-months', '1-year', '5-years'])
})
