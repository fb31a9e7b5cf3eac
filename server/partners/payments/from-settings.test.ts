import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { paymentPartnersOf } from './from-settings.ts'
import type { PaymentPartner } from './port.ts'
import { paymentOrigins } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-offers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
function offersFile(...methods: object[]): string {
  const path = join(folder, `${files++}.json`)
  writeFileSync(path, JSON.stringify({ deposit: methods }))
  return path
}
const card = (method: string, change: object = {}) => ({
  method,
  names: { en: 'Card', de: 'Karte' },
  kind: 'card',
  processingType: 'form',
  currencies: { EUR: { min: '10', max: '100' } },
  ...change,
})
const generic = (slug: string, change: object = {}) => ({
  slug,
  name: `Pay ${slug}`,
  protocol: 'generic',
  url: `https://${slug}.example/`,
  apiKey: `a key of ${slug}, long enough`,
  webhookSecrets: [`a secret of ${slug}, long enough`],
  methods: offersFile(card(`${slug}.card`)),
  ...change,
})
const btcpay = (slug: string, change: object = {}) => ({
  slug,
  name: `Store ${slug}`,
  protocol: 'btcpay',
  url: 'https://btcpay.example',
  storeId: slug.replaceAll('-', ''),
  apiKey: `a key of ${slug}, long enough`,
  webhookSecrets: [`a secret of ${slug}, long enough`],
  ...change,
})
const read = (gateways: unknown, env: Record<string, string> = {}) =>
  readSettings({
    NODE_ENV: 'test',
    PAYMENT_GATEWAYS: typeof gateways === 'string' ? gateways : JSON.stringify(gateways),
    ...env,
  })
const partnersOf = (gateways: unknown, env: Record<string, string> = {}, chain: PaymentPartner | null = null) =>
  paymentPartnersOf(read(gateways, env), chain)
const slugs = (...of: Parameters<typeof partnersOf>) => partnersOf(...of).map(({ slug }) => slug)
const query = (currency: string) => ({ currency, country: null })
function faultsOf(...of: Parameters<typeof read>): string[] {
  try {
    read(...of)
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  return []
}

test('the sandbox comes first, then every gateway of the list in its order, whatever their protocols', () => {
  expect(slugs([])).toEqual(['sandbox'])
  expect(slugs([], { SANDBOX: 'false' })).toEqual([])
  const list = [generic('north'), btcpay('cold'), generic('south'), btcpay('warm'), generic('east')]
  expect(slugs(list)).toEqual(['sandbox', 'north', 'cold', 'south', 'warm', 'east'])
  expect(slugs(list, { SANDBOX: 'false' })).toEqual(['north', 'cold', 'south', 'warm', 'east'])
})

test('every fault of every gateway is reported at once, each with the gateway that has it', () => {
  const list = [
    generic('north'),
    generic('north', { url: 'ftp://north.example' }),
    generic('chain'),
    btcpay('cold', { webhookSecrets: undefined, currencies: ['BTC', 'DOGE'] }),
    btcpay('Warm', { apiKey: 'short', storeID: 'typo' }),
    { slug: 'east', protocol: 'carrier-pigeon' },
    generic('south', { methods: join(folder, 'nowhere.json') }),
    'west',
  ]
  const found = faultsOf(list)
  for (const fault of [
    'gateway 2 (north): url must be an http or https address',
    'gateway 2 (north): has the slug of gateway 1 (north)',
    'gateway 2 (north): has the webhook secret of gateway 1 (north)',
    'gateway 3 (chain): slug is that of another partner',
    'gateway 4 (cold): webhookSecrets is missing',
    'gateway 4 (cold): currencies.1 must be one of BTC, EUR, USD, BRL',
    'gateway 5 (Warm): slug must match /^[a-z][a-z0-9-]{1,30}$/',
    'gateway 5 (Warm): apiKey must have at least 16 characters',
    'gateway 5 (Warm): Unrecognized key: "storeID"',
    'gateway 6 (east): protocol must be generic or btcpay',
    `gateway 7 (south): methods names ${join(folder, 'nowhere.json')}, which is invalid: ENOENT: no such file or directory, open '${join(folder, 'nowhere.json')}'`,
    'gateway 8: protocol must be generic or btcpay',
  ])
    expect(found).toContain(`PAYMENT_GATEWAYS: ${fault}`)
  expect(found).toHaveLength(12)
  expect(faultsOf('{')).toEqual(['PAYMENT_GATEWAYS: not JSON'])
  expect(faultsOf({})).toEqual(['PAYMENT_GATEWAYS: must be a JSON array of gateways'])
  expect(faultsOf(Array.from({ length: 51 }, () => generic('x')))).toEqual([
    'PAYMENT_GATEWAYS: must have at most 50 gateways',
  ])
})

test('faults of the file of methods are reported with its gateway', () => {
  const [fault, ...more] = faultsOf([generic('north', { methods: offersFile({ method: 'x' }) })])
  expect(fault).toMatch(/^PAYMENT_GATEWAYS: gateway 1 \(north\): methods names .*, which is invalid/)
  expect(more.join('\n')).toMatch(/names/)
})

// Shows: attack 1
test('two gateways have neither an account nor a webhook secret in common, and no secret is printed', () => {
  const first = generic('north')
  expect(
    faultsOf([first, generic('south', { webhookSecrets: ['another secret of south', ...first.webhookSecrets] })]),
  ).toEqual(['PAYMENT_GATEWAYS: gateway 2 (south): has the webhook secret of gateway 1 (north)'])
  expect(faultsOf([first, generic('south', { url: first.url, apiKey: first.apiKey })])).toEqual([
    'PAYMENT_GATEWAYS: gateway 2 (south): has the account of gateway 1 (north)',
  ])
  expect(faultsOf([first, generic('south', { url: first.url })])).toEqual([])
  expect(faultsOf([btcpay('cold'), btcpay('warm', { storeId: 'cold' })])).toEqual([
    'PAYMENT_GATEWAYS: gateway 2 (warm): has the account of gateway 1 (cold)',
  ])
})

test('a method has one gateway: ids that two gateways have are refused, and each can call it what it likes', async () => {
  const same = (slug: string, change: object = {}) => generic(slug, { methods: offersFile(card('pay.card', change)) })
  expect(faultsOf([same('north'), same('south')])).toEqual([
    'PAYMENT_GATEWAYS: gateway 2 (south): pay.card is a method of gateway 1 (north); choose another id and set gatewayMethod',
  ])
  const other = generic('south', { methods: offersFile(card('south.card', { gatewayMethod: 'pay.card' })) })
  expect(slugs([same('north'), other], { SANDBOX: 'false' })).toEqual(['north', 'south'])
  const twice = generic('north', {
    methods: offersFile(card('pay.card', { countries: ['DE', 'AT'] }), card('pay.card', { countries: ['AT'] })),
  })
  expect(faultsOf([twice])).toEqual([
    'PAYMENT_GATEWAYS: gateway 1 (north): pay.card is listed twice for a deposit in EUR',
  ])
  const apart = offersFile(card('pay.card', { countries: ['DE'] }), card('pay.card', { countries: ['AT'] }))
  expect(faultsOf([generic('north', { methods: apart })])).toEqual([])
  const agent = generic('north', { methods: offersFile(card('0x.withdrawal.cash_agent')) })
  expect(faultsOf([agent])).toEqual([
    'PAYMENT_GATEWAYS: north: 0x.withdrawal.cash_agent is a method of the sandbox; set SANDBOX=false',
  ])
  expect(faultsOf([agent], { SANDBOX: 'false' })).toEqual([])
})

test('players see the name of the gateway at a method that another partner offers under the same name', () => {
  const list = [btcpay('cold'), btcpay('warm', { currencies: ['BTC', 'EUR'] }), generic('north')]
  const namesIn = (currency: string, env = {}) =>
    partnersOf(list, { SANDBOX: 'false', ...env }).flatMap((partner) =>
      partner.depositMethods(query(currency)).map(({ method, names }) => [method, names.en, names.de]),
    )
  expect(namesIn('BTC')).toEqual([
    ['cold.bitcoin', 'Bitcoin (Store cold)', 'Bitcoin (Store cold)'],
    ['warm.bitcoin', 'Bitcoin (Store warm)', 'Bitcoin (Store warm)'],
  ])
  expect(namesIn('EUR')).toEqual([
    ['warm.checkout', 'Pay with bitcoin', 'Mit Bitcoin bezahlen'],
    ['north.card', 'Card', 'Karte'],
  ])
  expect(namesIn('EUR', { SANDBOX: 'true' })).toContainEqual(['north.card', 'Card (Pay north)', 'Karte (Pay north)'])
  // The history of payments has the same name as the list.
  const [cold] = partnersOf(list, { SANDBOX: 'false' })
  expect(cold!.methodNames('cold.bitcoin').en).toBe('Bitcoin (Store cold)')
})

test('two secrets are valid while one is replaced, and pages may embed each gateway', () => {
  const { payments } = read([
    btcpay('cold', { webhookSecrets: ['the new secret of it', 'the old secret of it'] }),
    generic('north'),
    btcpay('warm'),
  ])
  expect(payments.gateways[0]!.webhookSecrets).toEqual(['the new secret of it', 'the old secret of it'])
  expect(paymentOrigins(payments)).toEqual(['https://btcpay.example', 'https://north.example'])
})

test('a currency of the own chain has one crypto transfer, in each direction that the chain offers', () => {
  const onChain = partnersOf([])[0]!.depositMethods(query('USDT'))
  const chain = {
    slug: 'chain',
    depositMethods: ({ currency }: { currency: string }) => (currency === 'USDT' ? onChain : []),
    withdrawalMethods: () => [],
  } as Partial<PaymentPartner> as PaymentPartner
  const offered = (currency: string, list: 'depositMethods' | 'withdrawalMethods') =>
    partnersOf([], {}, chain).flatMap((partner) => partner[list](query(currency)).map(() => partner.slug))
  expect(offered('USDT', 'depositMethods')).toEqual(['chain'])
  expect(offered('USDT', 'withdrawalMethods')).toEqual(['sandbox'])
  expect(offered('BTC', 'depositMethods')).toEqual(['sandbox'])
})
