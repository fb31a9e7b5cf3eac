import { expect, test } from 'vitest'
import { guardMs } from '#contract/control-guard.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { route } from './wallet.tsx'

const show = views()
const words = labelsOf('wallet')
const vaultWords = labelsOf('vault')
const swapWords = labelsOf('swap')
const path = '/profile/wallet'
const account = (part: object) => ({
  id: 'a1',
  currency: 'EUR',
  balance: 12_000,
  bonusBalance: 0,
  withdrawalBalance: 10_000,
  lockedBalance: 0,
  vaultBalance: 0,
  status: 1,
  version: 1,
  ...part,
})
const eur = account({})
const usdt = account({ id: 'a2', currency: 'USDT', balance: 0, withdrawalBalance: 0, status: 2 })
const written = ({ calls }: ShownView) => calls.filter(({ route: called }) => !called.startsWith('GET'))
const terms = { from: 'EUR', to: 'USDT', rate: '1.1', spreadPercent: 0.5, min: 100, max: 1_000_000 }
const quote = {
  id: 'q1',
  from: 'EUR',
  to: 'USDT',
  amount: 5000,
  receives: 55_000_000,
  rate: '1.1',
  spreadPercent: 0.5,
  validForMs: 30_000,
  confirmedAt: null,
}
const vault = (...releases: object[]) => ({ waitMinutes: 90, releases })
async function wallet(accounts: object[], search: string, posts: Answering = () => ({}), vaulted = vault()) {
  return show(<route.View />, {
    path,
    search,
    answers: [
      [apiKey('GET /api/wallet/accounts'), accounts],
      [apiKey('GET /api/player/limits'), []],
    ],
    answer(call) {
      if (!call.route.startsWith('GET')) return posts(call)
      if (call.route.includes('/vault')) return { body: vaulted }
      if (call.route.includes('/terms')) return { body: terms }
      if (call.route.includes('/in-play')) return { body: [] }
      return { body: { data: [], meta: { total: 0 } } }
    },
  })
}

// Shows: 2.1.2
test('the sections of the wallet are in the address', async () => {
  const page = await wallet([eur], '')
  await page.press(words.tabVault!)
  expect(page.address).toBe(`${path}?tab=vault`)
  await page.press(words.tabAccounts!)
  expect(page.address).toBe(path)
  expect((await wallet([eur], '?tab=constructor')).text).toContain('€120.00')
})

// Shows: 3.11.1, 10.15
test('an account shows what can be withdrawn, and what is bonus, held or in the vault, where there is any', async () => {
  const page = await wallet([account({ lockedBalance: 700, vaultBalance: 300 })], '')
  for (const part of ['€120.00', '€100.00', `${words.bonusMoney} €20.00`, `${words.onHold} €7.00`, '€3.00'])
    expect(page.text).toContain(part)
  expect(page.has(words.useThis!)).toBe(false)
  expect(page.find(words.openLedger!).getAttribute('href')).toBe('/profile/history?currency=EUR')
  const plain = await wallet([account({ balance: 10_000 })], '')
  for (const part of [words.bonusMoney!, words.onHold!]) expect(plain.text).not.toContain(part)
})

// Shows: 4.6.1
test('another account is switched to, and hidden while it is empty', async () => {
  const posts: Answering = ({ route: called }) => ({
    body: { ...usdt, status: called.endsWith('hide') ? 3 : 1, version: 2 },
  })
  const page = await wallet([eur, usdt], '', posts)
  const titleOf = (name: string) => (contentOf('alerts/payments')[name] as { title: string }).title
  await page.press(words.hide!)
  expect(written(page).map(({ route: called }) => called)).toEqual(['PUT /api/wallet/accounts/a2/hide'])
  expect(page.alerts).toEqual([titleOf('accountHidden').replace('{currency}', 'USDT')])
  const other = await wallet([eur, usdt], '', posts)
  await other.press(words.useThis!)
  expect(written(other).map(({ route: called }) => called)).toEqual(['PUT /api/wallet/accounts/a2/switch'])
  expect(other.alerts).toEqual([titleOf('accountSwitched').replace('{currency}', 'USDT')])
  for (const part of [{ balance: 1 }, { lockedBalance: 1 }, { vaultBalance: 1 }])
    expect((await wallet([eur, { ...usdt, ...part }], '')).has(words.hide!)).toBe(false)
  const failed = await wallet([eur, usdt], '', () => ({ status: 500 }))
  await failed.press(words.hide!)
  expect(failed.alerts).toEqual([(contentOf('alerts/common').somethingWrong as { title: string }).title])
})

// Shows: 4.6.1, 3.1.3
test('a further currency is opened, and the deposit follows', async () => {
  const page = await wallet([eur], '', ({ route: called }) => ({
    body: { ...usdt, status: called.endsWith('switch') ? 1 : 2 },
  }))
  await page.press('USDT')
  expect(written(page).map(({ route: called }) => called)).toEqual([
    'POST /api/wallet/accounts',
    'PUT /api/wallet/accounts/a2/switch',
  ])
  expect(page.address).toBe(`${path}?wallet=deposit`)
  expect((await wallet([eur, usdt], '')).text).not.toContain(words.addCurrency)
})

test('money is put into the vault at once, and the form is empty again', async () => {
  const page = await wallet([eur], '?tab=vault', () => ({ body: { ...eur, vaultBalance: 2500, version: 2 } }))
  expect(page.text).toContain('90')
  expect(page.find(vaultWords.enterAmount!).disabled).toBe(true)
  await page.enter(words.amount!, '25')
  await page.press(vaultWords.putAmount!.replace('{amount}', '€25.00'))
  expect(written(page)[0]).toMatchObject({ route: 'POST /api/wallet/accounts/a1/vault', body: { amount: 2500 } })
  expect(page.text).toContain(vaultWords.putDone!.replace('{amount}', '€25.00'))
  expect(page.find(words.amount!).value).toBe('')
  await page.enter(words.amount!, '101')
  expect(page.find(vaultWords.enterAmount!).disabled).toBe(true)
})

test('money is taken out of the vault once at a time, and a release is cancelled', async () => {
  const rich = account({ vaultBalance: 3000 })
  const page = await wallet([rich], '?tab=vault')
  await page.press(vaultWords.takeOut!)
  await page.enter(words.amount!, '30')
  await page.press(vaultWords.takeAmount!.replace('{amount}', '€30.00'))
  expect(written(page)).toEqual([{ route: 'POST /api/wallet/accounts/a1/vault/release', body: { amount: 3000 } }])
  const release = { id: 'r1', amount: 1000, currency: 'EUR', releaseAt: '2026-11-21T12:00:00.000Z' }
  const waiting = await wallet([rich], '?tab=vault', () => ({}), vault(release))
  await waiting.press(vaultWords.takeOut!)
  expect(waiting.text).toContain(vaultWords.oneAtATime)
  await waiting.press(vaultWords.cancel!)
  expect(written(waiting)).toEqual([{ route: 'DELETE /api/wallet/vault/releases/r1', body: null }])
})

test('a refusal of the vault is shown until the field gets the focus', async () => {
  const refuse: Answering = () => ({ status: 409, body: { error: { name: 'bonusIsOpen' } } })
  const page = await wallet([eur], '?tab=vault', refuse)
  await page.enter(words.amount!, '25')
  await page.press(vaultWords.putAmount!.replace('{amount}', '€25.00'))
  expect(page.text).toContain(vaultWords.fault_bonusIsOpen)
  await page.perform(() => page.find(words.amount!).focus())
  expect(page.text).not.toContain(vaultWords.fault_bonusIsOpen)
})

test('a swap is quoted, and confirmed within its time after a moment to read it', async () => {
  const posts: Answering = ({ route: called }) => ({
    body: called.includes('confirm') ? { swap: { ...quote, confirmedAt: quote.id }, accounts: [] } : quote,
  })
  const page = await wallet([eur, usdt], '?tab=swap', posts)
  await page.enter(words.amount!, '50')
  expect(page.text).toContain('55 USDT')
  await page.press(swapWords.getQuote!)
  expect(written(page)[0]).toMatchObject({ body: { from: 'EUR', to: 'USDT', amount: 5000 } })
  const confirm = swapWords.confirm!.replace('{amount}', '€50.00')
  await page.press(confirm)
  expect(written(page)).toHaveLength(1)
  await page.pass(guardMs)
  await page.press(confirm)
  expect(written(page)).toHaveLength(2)
  expect(page.text).toContain(swapWords.doneTitle)
  await page.press(swapWords.again!)
  expect(page.has(swapWords.enterAmount!)).toBe(true)
})

test('a quote that is over is renewed, and one that is left is forgotten', async () => {
  const page = await wallet([eur, usdt], '?tab=swap', () => ({ body: quote }))
  await page.enter(words.amount!, '50')
  await page.press(swapWords.getQuote!)
  await page.pass(29_000)
  expect(page.text).not.toContain(swapWords.expired)
  await page.pass(1000)
  expect(page.text).toContain(swapWords.expired)
  await page.pass(guardMs)
  await page.press(swapWords.newQuote!)
  expect(written(page)).toHaveLength(2)
  await page.press(swapWords.back!)
  expect(page.has(swapWords.quoteTitle!)).toBe(false)
})

test('the two currencies of a swap are exchanged, and never the same', async () => {
  const page = await wallet([eur, usdt], '?tab=swap')
  const pair = () => [page.find(swapWords.from!).value, page.find(swapWords.to!).value]
  expect(pair()).toEqual(['EUR', 'USDT'])
  await page.press(swapWords.turnAround!)
  expect(pair()).toEqual(['USDT', 'EUR'])
  await page.enter(swapWords.from!, 'EUR')
  expect(pair()).toEqual(['EUR', 'USDT'])
})

// Shows: 3.1.3
test('a currency that is switched off can be neither added nor swapped into', async () => {
  const known = { type: 'crypto', isBase: false, subunitToUnit: 100, rate: { rate: 1 }, subCurrencies: [] }
  const currency = (code: string, isEnabled = true) => ({ ...known, code, name: code, symbol: code, isEnabled })
  const currencies = [currency('EUR'), currency('ETH', false), currency('BTC')]
  for (const search of ['', '?tab=swap']) {
    const page = await show(<route.View />, {
      path,
      search,
      answers: [
        [apiKey('GET /api/settings/currencies'), currencies],
        [apiKey('GET /api/wallet/accounts'), [eur]],
        [apiKey('GET /api/player/limits'), []],
      ],
      answer({ route: called }) {
        if (called.includes('/terms')) return { body: { ...terms, to: 'BTC' } }
        return { body: called.includes('/in-play') ? [] : { data: [], meta: { total: 0 } } }
      },
    })
    expect([page.has('BTC'), page.has('ETH')], search).toEqual([true, false])
  }
})
