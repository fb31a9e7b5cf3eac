import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { paymentPartnersOf, withChain } from './from-settings.ts'
import type { PaymentPartner } from './port.ts'
import { paymentOrigins } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-offers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
function offersFile(text: string): string {
  const path = join(folder, `${text.length}.json`)
  writeFileSync(path, text)
  return path
}
const offers = offersFile(
  JSON.stringify({
    deposit: [
      {
        method: 'acme.card',
        names: { en: 'Card' },
        kind: 'card',
        processingType: 'form',
        currencies: { EUR: { min: '10', max: '100' } },
      },
    ],
  }),
)
const btcpay = {
  BTCPAY_URL: 'https://btcpay.example/',
  BTCPAY_STORE_ID: 'store',
  BTCPAY_API_KEY: 'a key of sixteen or more',
  BTCPAY_WEBHOOK_SECRET: 'the new secret of it, the old secret of it',
}
const generic = {
  GENERIC_PAY_URL: 'https://pay.acme.example',
  GENERIC_PAY_API_KEY: 'a key of sixteen or more',
  GENERIC_PAY_WEBHOOK_SECRET: 'the secret of the gateway',
  GENERIC_PAY_METHODS: offers,
}
const read = (env: Record<string, string>) => readSettings({ NODE_ENV: 'test', ...env })
const names = (env: Record<string, string>) => paymentPartnersOf(read(env)).map(({ name }) => name)

test('without the sandbox only the real partners remain, if any', () => {
  expect(names({})).toEqual(['sandbox'])
  expect(names({ SANDBOX: 'false' })).toEqual([])
  expect(names({ SANDBOX: 'false', ...btcpay, ...generic })).toEqual(['gateway', 'btcpay'])
  expect(names({ ...generic, GENERIC_PAY_NAME: 'acme' })).toEqual(['sandbox', 'acme'])
})

test('an incomplete, duplicate or unreadable gateway prevents startup and is named', () => {
  const half = { ...btcpay, BTCPAY_API_KEY: '' }
  expect(() => read(half)).toThrow(
    /BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY and BTCPAY_WEBHOOK_SECRET: set all or none/,
  )
  expect(() => read({ ...generic, GENERIC_PAY_METHODS: '' })).toThrow(/GENERIC_PAY_URL.*set all or none/)
  expect(() => read({ ...generic, GENERIC_PAY_NAME: 'btcpay' })).toThrow(/btcpay is the name of another partner/)
  expect(() => read({ ...generic, GENERIC_PAY_METHODS: join(folder, 'nowhere.json') })).toThrow(
    /GENERIC_PAY_METHODS: .* is invalid/,
  )
  expect(() => read({ ...generic, GENERIC_PAY_METHODS: offersFile('{"deposit":[{"method":"x"}]}') })).toThrow(
    /is invalid[\s\S]*names/,
  )
  expect(() => read({ ...btcpay, BTCPAY_CURRENCIES: 'BTC,DOGE' })).toThrow(/BTCPAY_CURRENCIES/)
})

test('two secrets are valid while one is replaced, and pages may embed the partners', () => {
  const { payments } = read({ ...btcpay, ...generic })
  expect(payments.btcpay!.webhookSecrets).toEqual(['the new secret of it', 'the old secret of it'])
  expect(paymentOrigins(payments)).toEqual(['https://btcpay.example', 'https://pay.acme.example'])
})

test('a currency of the own chain has one crypto transfer, in each direction that the chain offers', () => {
  const onChain = paymentPartnersOf(read({}))[0]!.depositMethods({ currency: 'USDT', country: null })
  const chain = {
    name: 'chain',
    depositMethods: ({ currency }: { currency: string }) => (currency === 'USDT' ? onChain : []),
    withdrawalMethods: () => [],
  } as Partial<PaymentPartner> as PaymentPartner
  const partners = withChain(paymentPartnersOf(read({})), chain)
  const offered = (currency: string, list: 'depositMethods' | 'withdrawalMethods') =>
    partners.flatMap((partner) => partner[list]({ currency, country: null }).map(() => partner.name))
  expect(offered('USDT', 'depositMethods')).toEqual(['chain'])
  expect(offered('USDT', 'withdrawalMethods')).toEqual(['sandbox'])
  expect(offered('BTC', 'depositMethods')).toEqual(['sandbox'])
  expect(withChain(paymentPartnersOf(read({})), null).map(({ name }) => name)).toEqual(['sandbox'])
})
