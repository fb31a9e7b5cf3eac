import { expect, test } from 'vitest'
import * as contract from '#contract/settings.ts'
import { loadContent } from './content/content.ts'
import { readSettings } from '../settings.ts'
import type { Ctx } from '../deps.ts'
import { initPlayer } from '../profile/init-player.ts'
import { listCountries } from './list-countries.ts'
import { listCurrencies } from './list-currencies.ts'
import { listLocales } from './list-locales.ts'
import { chooseLocale } from '../kernel/locales.ts'
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

// Shows: 3.1.1, 3.1.4
test('exactly one currency is the base, and its rate is one', async () => {
  const { value } = await listCurrencies(ctx(null))
  expect(value.filter((currency) => currency.isBase).map(({ code, rate }) => [code, rate.rate])).toEqual([['EUR', 1]])
  expect(contract.listCurrencies.reply.parse(value)).toEqual(value)
})

// Shows: 3.1.1
test('a currency has its code, kind, symbol, subunit, parts and rate, and whether it is offered', async () => {
  const { value } = await listCurrencies(ctx(null))
  const shape = { isEnabled: true, isBase: false, name: expect.any(String), rate: { rate: expect.any(Number) } }
  const fiat = { ...shape, type: 'fiat', subunitToUnit: 100, subCurrencies: [] }
  const coin = { ...shape, type: 'crypto' }
  expect(value).toEqual([
    { ...fiat, code: 'EUR', symbol: '€', isBase: true, rate: { rate: 1 } },
    { ...fiat, code: 'USD', symbol: '$' },
    { ...fiat, code: 'BRL', symbol: 'R$' },
    { ...coin, code: 'BTC', symbol: '₿', subunitToUnit: 1e8, subCurrencies: [{ code: 'mBTC', subunitToUnit: 1e5 }] },
    { ...coin, code: 'ETH', symbol: 'Ξ', subunitToUnit: 1e9, subCurrencies: [{ code: 'mETH', subunitToUnit: 1e6 }] },
    { ...coin, code: 'USDT', symbol: '₮', subunitToUnit: 1e6, subCurrencies: [] },
  ])
  // Units of the currency for one euro.
  const rates = Object.fromEntries(value.map(({ code, rate }) => [code, rate.rate]))
  expect([rates.USD! > 0.5 && rates.USD! < 2, rates.BRL! > 2, rates.BTC! < 0.001, rates.ETH! < 0.01]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

// Shows: 3.1.2
test('BTC and ETH are displayed in a milli unit: factor 1000', async () => {
  const { value } = await listCurrencies(ctx(null))
  for (const { code, subunitToUnit, subCurrencies } of value.filter(({ code }) => code === 'BTC' || code === 'ETH')) {
    expect(subCurrencies).toEqual([{ code: `m${code}`, subunitToUnit: subunitToUnit / 1000 }])
  }
})

test('names of state currencies are translated, names of coins are not', async () => {
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

// Shows: 9.5.1
test('excluded countries are in no list', async () => {
  const { value } = await listCountries(ctx(null), {})
  const codes = new Set(value.map(({ code }) => code))
  expect(['US', 'UM', 'GB', 'FR', 'NL', 'AW', 'CW', 'MF'].filter((code) => codes.has(code))).toEqual([])
  expect(codes.size).toBe(241)
  expect(contract.listCountries.reply.parse(value)).toEqual(value)
})

test('a country under sanctions can be a nationality, but nobody registers from there or lives there', async () => {
  const { value } = await listCountries(ctx(null), {})
  expect(value.find(({ code }) => code === 'IR')).toMatchObject({ restrict: true, restrictType: 2 })
  expect(value.find(({ code }) => code === 'EG')).toMatchObject({ restrict: false, restrictType: null })
})

// Shows: 3.2.1
test('country names are in the requested language, sorted by its rules', async () => {
  const { value } = await listCountries(ctx(null), { locale: 'de' })
  expect(value.find(({ code }) => code === 'AT')).toMatchObject({
    name: 'Österreich',
    currency: 'EUR',
    locale: 'de',
    phonePrefix: '43',
    restrict: false,
    restrictType: null,
  })
  const names = value.map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator('de').compare))
})

// Shows: 1.3.2, 3.2.1
test('a restricted country is marked in the list and for its visitor', async () => {
  const restricted = ctx('BR', { RESTRICTED_COUNTRIES: 'BR:1,CA:2' })
  const { value } = await listCountries(restricted, {})
  expect(value.find(({ code }) => code === 'CA')).toMatchObject({ restrict: true, restrictType: 2 })
  expect((await initPlayer(restricted, {})).value).toMatchObject({ country: 'BR', isRestricted: true, restrictType: 1 })
})

// Shows: 3.26.4
test('the public configuration follows the settings: tag manager, affiliate tag, chat, loyalty, pings and filled fields', async () => {
  const configOf = async (environment: Record<string, string>) =>
    (await initPlayer(ctx(null, environment), {})).value.config
  const settings = {
    GTM_ID: 'GTM-AB12',
    AFFILIATE_TAG_DAYS: '7',
    CHAT_GUESTS: 'false',
    LOYALTY: 'false',
    SERVER_PING_DELAY_MS: '7000',
    SHOW_FILLED_FIELDS: 'true',
  }
  expect(await configOf(settings)).toMatchObject({
    gtm: 'GTM-AB12',
    affiliateTagExpiration: 7,
    freshchatParams: { guestAvailable: false },
    isLoyaltyEnabled: false,
    maxServerPingDelayMs: 7000,
    showFilled: true,
  })
  expect(await configOf({})).toMatchObject({
    gtm: null,
    affiliateTagExpiration: 30,
    freshchatParams: { guestAvailable: true },
    isLoyaltyEnabled: true,
    maxServerPingDelayMs: 10_000,
    showFilled: false,
  })
})

// Shows: 1.4.1
test('pages get the host and client id of the sportsbook, no secret, and nothing without both or while it is switched off', async () => {
  const both = { SPORTSBOOK_HOST: 'https://sports.test', SPORTSBOOK_CLIENT_ID: 'c', SPORTSBOOK_SECRET: 'x'.repeat(64) }
  const sportsbookOf = async (environment: Record<string, string>, switches: object[] = []) => {
    const there = ctx('DE', environment)
    const reference = Object.create(there.reference, { switches: { value: () => switches } }) as Ctx['reference']
    return (await initPlayer({ ...there, reference }, {})).value.config.sportsbook
  }
  const shown = { host: 'https://sports.test', clientId: 'c' }
  expect(await sportsbookOf(both)).toEqual(shown)
  expect(await sportsbookOf({ SPORTSBOOK_HOST: 'off' })).toBeNull()
  expect(await sportsbookOf({ SANDBOX: 'false' })).toBeNull()
  for (const [country, expected] of [
    ['', null],
    ['DE', null],
    ['FR', shown],
  ] as const)
    expect(await sportsbookOf(both, [{ name: 'sportsbook', country }])).toEqual(expected)
})

// Shows: 9.5.1
test('a visitor from an excluded country can neither sign in nor up', async () => {
  expect((await initPlayer(ctx('GB'), {})).value).toMatchObject({ isRestricted: true, restrictType: 2 })
})

// Shows: 9.6.1
test("the header's country determines locale and currency; a stored language has precedence", async () => {
  expect((await initPlayer(ctx('BR'), {})).value).toMatchObject({ country: 'BR', locale: 'pt-BR', currency: 'BRL' })
  expect((await initPlayer(ctx('BR'), { language: 'ar' })).value.locale).toBe('ar')
  expect((await initPlayer(ctx('BR'), { language: 'xx' })).value.locale).toBe('pt-BR')
})

test('without a header the country is assumed, the language is the default, and nothing is restricted', async () => {
  expect(
    (await initPlayer(ctx(null, { DEFAULT_COUNTRY: 'BR', RESTRICTED_COUNTRIES: 'BR:2' }), {})).value,
  ).toMatchObject({ country: 'BR', currency: 'BRL', locale: 'en', isRestricted: false })
  expect(chooseLocale({ stored: null, country: null })).toBe('en')
})

// Shows: 3.2.1
test('the default locale is one, and Arabic runs from right to left', async () => {
  const { value } = await listLocales(ctx(null))
  expect(value.filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['en'])
  expect(value.map(({ code }) => code)).toEqual(['en', 'pt-BR', 'de', 'ar', 'es', 'fr-CA'])
  expect(value.find(({ code }) => code === 'ar')?.direction).toBe('rtl')
  expect(contract.listLocales.reply.parse(value)).toEqual(value)
  expect(value.find(({ code }) => code === 'de')?.offer?.text).toContain('auf Deutsch')
})

// Shows: 3.2.1, 3.3.1, 3.11.1, 3.17.1, 3.19.1, 3.22.1, 3.24.1, 7.2.1
test('constants enumerate every status that the specification numbers', async () => {
  const { value } = await readConstants(ctx(null))
  expect(contract.readConstants.reply.parse(value)).toEqual(value)
  expect(value.invoice.statuses).toEqual([
    { id: 1, name: 'pending' },
    { id: 2, name: 'success' },
    { id: 3, name: 'failed' },
  ])
  const numbered = (entries: Array<{ id: unknown; name: string }>) =>
    entries.map(({ id, name }) => `${String(id)} ${name}`)
  const { invoice, bet, player } = value
  expect(numbered(player.statuses)).toContain('2 limited')
  expect(numbered(invoice.types)).toEqual(['1 deposit', '2 withdrawal'])
  expect(numbered(bet.statuses)).toEqual(['1 open', '2 settled', '3 rolledBack'])
  expect(numbered(player.document.statuses)).toEqual(['1 pending', '2 approved', '3 declined'])
  expect(numbered(player.limit.definition)).toEqual(['1 bet', '2 loss', '3 deposit', '4 selfExclusion', '5 coolingOff'])
  const [statuses, results] = [
    ['1 issued', '2 active', '3 finished'],
    ['1 running', '2 played', '3 cancelled', '4 expired'],
  ]
  expect([player.bonus, player.freespin].map((each) => numbered(each.statuses))).toEqual([statuses, statuses])
  expect(numbered(player.bonus.results)).toEqual([...results, '5 lost'])
  expect(numbered(player.freespin.results)).toEqual(results)
  expect(numbered(player.bonus.types)).toEqual(['1 cash', '2 percentage', '3 freeSpins'])
  expect(numbered(player.bonusCode.statuses)).toEqual(expect.arrayContaining(['3 incorrect', '4 notAvailable']))
  expect(numbered(value.message.states)).toContain('2 read')
  expect(numbered(value.account.statuses)).toContain('1 active')
  expect(numbered(value.quest.states)).toEqual(
    expect.arrayContaining(['2 active', '3 completed', '5 expired', '6 ended']),
  )
  const zones = value.timeZones.map(({ id }) => id)
  expect(zones.length).toBeGreaterThan(300)
  expect(zones).toEqual(
    expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'UTC']),
  )
  expect(zones).not.toContain('Asia/Calcutta')
  expect(value.timeZones).toContainEqual({ id: 'America/New_York', name: 'America / New York' })
})

// Shows: 3.3.2
test.each([
  [{}, { email: true, phone: true }],
  [{ REGISTRATION_EMAIL: 'false' }, { email: false, phone: true }],
  [{ REGISTRATION_PHONE: 'false' }, { email: true, phone: false }],
])('with the settings %j the constants name the registration types %j', async (environment, registration) => {
  expect((await readConstants(ctx(null, environment))).value.player.registration).toEqual(registration)
})

// Shows: 3.3.2
test('constants name the periods of limits', async () => {
  const { player } = (await readConstants(ctx(null))).value
  const { cashPeriod, coolingOffPeriod, selfExclusionPeriod } = player.limit
  expect(cashPeriod.map(({ id }) => id)).toEqual(['daily', 'weekly', 'monthly'])
  expect(coolingOffPeriod.map(({ id }) => id)).toEqual(['1-day', '1-week', '1-month', '2-months', '3-months'])
  expect(selfExclusionPeriod.map(({ id }) => id)).toEqual(['6-months', '1-year', '5-years', 'no-end'])
})

// Shows: 3.3.3
test("constants name Telegram's bot and address if it is one of the providers, the sandbox's bot without an own one", async () => {
  const telegramOf = async (ids: string[], environment: Record<string, string>) => {
    const socialLogins = ids.map((id) => ({ id, name: id }))
    const { value } = await readConstants({ ...ctx(null, environment), partners: { socialLogins } } as unknown as Ctx)
    expect(value.player.socialAuth).toEqual(socialLogins)
    return value.player.telegram
  }
  const own = { TELEGRAM_BOT: 'harbour_bot', TELEGRAM_BOT_TOKEN: `123456:${'a'.repeat(35)}` }
  const address = (port: number) => `http://localhost:${port}/api/player/sessions/social/telegram/redirect`
  expect(await telegramOf(['auth0', 'telegram'], { ...own, PORT: '4100' })).toEqual({
    bot: 'harbour_bot',
    auth_url: address(4100),
  })
  expect(await telegramOf(['telegram'], {})).toEqual({ bot: 'fairhouse_sandbox_bot', auth_url: address(3000) })
  expect(await telegramOf(['auth0'], own)).toBeNull()
})
