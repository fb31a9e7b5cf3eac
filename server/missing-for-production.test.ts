import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPage } from '#desk/pages.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { operator } from '#tests/setup/operator.ts'
import { missingForProduction } from './missing-for-production.ts'
import { loadContent } from './reference/content/content.ts'
import { enterSalt, makeDemoChain, publishChain } from './play/shared-rounds/chains.ts'
import { readSettings } from './settings.ts'
import { summaryOfMissing } from './warnings.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-missing-'))
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const secret = 'correct-horse-battery-staple-0123456789'
const production = { NODE_ENV: 'production', SECRET: secret }
const complete = {
  ...production,
  PUBLIC_URL: 'https://casino.example.com',
  TRUST_PROXY: '1',
  METRICS_TOKEN: 'a token for the metrics, long enough',
  PAYMENT_GATEWAYS: JSON.stringify([
    {
      slug: 'btcpay',
      name: 'BTCPay',
      protocol: 'btcpay',
      url: 'https://pay.example.com',
      storeId: 'store',
      apiKey: 'a key of the store at BTCPay',
      webhookSecrets: ['a secret of its webhooks'],
    },
  ]),
  RATES_URL: 'https://rates.example.com',
  BEACON_URL: 'https://api.drand.sh',
  SUMSUB_APP_TOKEN: 'token',
  SUMSUB_SECRET_KEY: 'secret key',
  SUMSUB_WEBHOOK_SECRETS: 'a secret of the webhooks',
  SMTP_URL: 'smtp://mail.example.com:587',
  SUPPORT_EMAIL: 'help@casino.example.com',
}
const missingOf = async (env: Record<string, string>, content = app.deps.content) => {
  const missing = await missingForProduction({ ...app.deps, content, settings: readSettings(env) })
  for (const { what, why, remedy, path } of missing) {
    expect([what, why.length > 15, remedy.length > 10]).toEqual([what, true, true])
    if (path) expect(findPage(path.replace(/\?.*/, '')), path).not.toBe(null)
  }
  return missing.map(({ what }) => what)
}

test('a new site in production lacks everything, and the start says so in one line', async () => {
  // A database of tests has the shipped rates confirmed, one of production has not.
  await app.db.pool.query('DELETE FROM reference.rate_confirmations')
  const missing = await missingOf(production)
  expect(missing).toEqual([
    'public address',
    'payment partner',
    'source of exchange rates',
    'identity provider',
    'public beacon',
    'mail server',
    'address of support',
    'countries of visitors',
    expect.stringMatching(/^exchange rates of .*USD/),
    'operators',
    'own terms (ar, de, en, es, fr-CA, pt-BR)',
    'own privacy (ar, de, en, es, fr-CA, pt-BR)',
    'own licence in the footer (ar, de, en, es, fr-CA, pt-BR)',
    'chain of crash',
  ])
  expect(summaryOfMissing(missing.map((what) => ({ what })))).toMatchObject([
    { message: expect.stringMatching(/payment partner, .*chain of crash\. npm run check-production/) },
  ])
  expect(summaryOfMissing([])).toEqual([])
  expect(await missingOf({ NODE_ENV: 'test' })).toEqual(
    expect.arrayContaining(['production mode', 'an end of the sandbox', 'an end of the demo players']),
  )
})

test('each part that is there is no longer missing, and a demo chain or the texts of one locale are not enough', async () => {
  expect(await missingOf({ ...complete, METRICS_TOKEN: '' })).toContain('token of the metrics')
  writeContent('de/layout.json', { footer: { legal: 'Lizenziert von der Behörde, Nummer 1.' } })
  expect(await missingOf(complete, loadContent({ contentDir: folder }))).toContain(
    'own licence in the footer (ar, en, es, fr-CA, pt-BR)',
  )
  await complement()
  await app.db.asOwner('DELETE FROM shared.chains')
  await addChain(true)
  const content = loadContent({ contentDir: folder })
  expect(await missingOf(complete, content)).toEqual(['chain of crash'])
  await addChain(false)
  expect(await missingOf(complete, content)).toEqual([])
})

/** Each changes a complete site by one setting. */
const lacking: Array<[what: string, change: Record<string, string>, more?: string]> = [
  ['production mode', { NODE_ENV: 'development', SANDBOX: 'false', SEED: 'false' }],
  ['an end of the sandbox', { SANDBOX: 'true', REGISTRATION_PHONE: 'false' }],
  // The sandbox takes text messages, so that players can register by phone without a carrier.
  ['carrier of text messages', { SANDBOX: 'true' }, 'an end of the sandbox'],
  ['an end of the demo players', { SEED: 'true' }],
  ['public address', { PUBLIC_URL: 'http://casino.example.com' }],
  ['public address', { PUBLIC_URL: 'https://localhost' }],
  ['payment partner', { PAYMENT_GATEWAYS: '' }],
  ['source of exchange rates', { RATES_URL: '' }],
  ['identity provider', { SUMSUB_APP_TOKEN: '', SUMSUB_SECRET_KEY: '', SUMSUB_WEBHOOK_SECRETS: '' }],
  ['public beacon', { BEACON_URL: '' }],
  ['mail server', { SMTP_URL: '' }],
  ['address of support', { SUPPORT_EMAIL: '' }],
  ['countries of visitors', { TRUST_PROXY: '0' }],
  ['token of the metrics', { METRICS_TOKEN: '' }],
]
test.each(lacking)('on a site that has everything else, %s is missing with %j', async (what, change, ...more) => {
  await complement()
  expect(await missingOf({ ...complete, ...change }, loadContent({ contentDir: folder }))).toEqual([...more, what])
})

// Each is another way to have what the list asks for.
test.each([
  ['source of exchange rates', { RATES_URL: '', RATES_FILE: '/etc/fairhouse/rates.json' }],
  [
    'carrier of text messages',
    {
      REGISTRATION_PHONE: 'true',
      SMS_WEBHOOK_URL: 'https://sms.example.com',
      SMS_WEBHOOK_SECRET: 'a secret of the carrier, long enough',
    },
  ],
  ['carrier of text messages', { REGISTRATION_PHONE: 'false' }],
  ['token of the metrics', { METRICS_TOKEN: '', TRUST_PROXY: '0' }],
])('%s is not missing with %j', async (what, change) => {
  expect(await missingOf({ ...complete, ...change })).not.toContain(what)
})

test.each([
  ['operators', 'DELETE FROM operators.operators'],
  ['exchange rates of USD', `DELETE FROM reference.rate_confirmations WHERE currency = 'USD'`],
  ['chain of crash', 'DELETE FROM shared.chains'],
])('on a site that has everything else, %s is missing after its rows are gone', async (what, removal) => {
  await complement()
  const content = loadContent({ contentDir: folder })
  expect(await missingOf(complete, content)).toEqual([])
  await app.db.asOwner(removal)
  expect(await missingOf(complete, content)).toEqual([what])
})

test.each([
  ['own terms (de)', 'de/pages.json', { privacy: { body: ['Our own text.'] } }],
  ['own privacy (de)', 'de/pages.json', { terms: { body: ['Our own text.'] } }],
  ['own licence in the footer (de)', 'de/layout.json', {}],
])('on a site that has everything else, %s is missing', async (what, path, content) => {
  await complement()
  writeContent(path, content)
  expect(await missingOf(complete, loadContent({ contentDir: folder }))).toEqual([what])
})

function writeContent(path: string, value: unknown): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
}

/** Adds whatever is not a setting and still missing: own texts, an operator, confirmed rates, and a chain. */
async function complement(): Promise<void> {
  for (const locale of app.deps.content.locales) {
    writeContent(`${locale}/layout.json`, { footer: { legal: 'Licence 1' } })
    writeContent(`${locale}/pages.json`, { terms: { body: ['Our own text.'] }, privacy: { body: ['Our own text.'] } })
  }
  await app.db.asOwner(
    `INSERT INTO operators.operators (id, name, roles, enrolled_at, created_at)
     VALUES (gen_random_uuid(), 'olga', '{manager}', now(), now()) ON CONFLICT DO NOTHING`,
  )
  await app.db.pool.query(
    `INSERT INTO reference.rate_confirmations (currency, confirmed_at)
     SELECT code, now() FROM reference.currencies WHERE is_enabled ON CONFLICT DO NOTHING`,
  )
  const { rows } = await app.db.asOwner('SELECT FROM shared.chains')
  if (rows.length === 0) await addChain(false)
}

async function addChain(isDemo: boolean): Promise<void> {
  const game = 'crash'
  if (isDemo) {
    await makeDemoChain(app.deps, game)
    return
  }
  const needs = { ...app.deps, actor: operator }
  const published = await publishChain(needs, game, { length: 100, event: 'block 1' })
  if (!published.ok) throw new Error(published.refusal)
  await enterSalt(needs, { game, lastHash: published.value.lastHash, salt: 'a'.repeat(64), source: 'block 1' })
}
