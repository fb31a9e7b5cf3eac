import { expect, test, vi } from 'vitest'
import { guardMs } from '#contract/control-guard.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { paymentMethod, walletAccount } from '#tests/setup/payment-method.ts'
import { apiKey } from '../../api/use-api.ts'
import { AccountsList } from '../../features/wallet/accounts-list.tsx'
import { BudgetForm } from '../../features/safer-play/budget-form.tsx'
import { HoldView } from '../../features/payments/hold-view.tsx'
import { useLocation } from '../../render/router.tsx'
import { modal as walletModal } from '../wallet.tsx'
import { AccountBar } from './account-bar.tsx'
import { AmountField } from './amount-field.tsx'
import { AmountPills } from './amount-pills.tsx'

const show = views()
const words = labelsOf('wallet')
const limits = labelsOf('limits')

const amountField = (amount: object, more: object = {}) => {
  const change = vi.fn()
  const takeAll = vi.fn()
  const onFocus = vi.fn()
  const state = { text: '', isAll: false, isSuggested: false, change, takeAll, ...amount }
  const presets = [1000, 2000, 500_000, 1050].map((each) => ({ amount: each, default: false }))
  const view = (
    <AmountField
      currency="EUR"
      amount={state}
      limits={{ min: 10, max: 500 }}
      presets={presets}
      note={{ text: 'min 10', isWrong: false }}
      onFocus={onFocus}
      {...more}
    />
  )
  return { view, change, takeAll, onFocus }
}

// Shows: 2.5.12, 2.5.16, 5.8.1, 5.8.2
test('an amount is typed, corrected when the field is left, and chosen by the pills within the limits', async () => {
  const { view, change, onFocus } = amountField({ text: '5' })
  const page = await show(view)
  expect([page.has('€10'), page.has('€20'), page.has('€5,000'), page.has('€10.50')]).toEqual([true, true, false, false])
  await page.enter(words.amount!, '007')
  expect(onFocus).toHaveBeenCalledOnce()
  expect(change).toHaveBeenLastCalledWith('7')
  await page.perform(() => page.find(words.amount!).blur())
  expect(change).toHaveBeenLastCalledWith('10')
  await page.press('€20')
  expect(change).toHaveBeenLastCalledWith('20')
  expect(onFocus).toHaveBeenCalledTimes(2)
  const chosen = await show(amountField({ text: '20' }).view)
  expect(['€10', '€20'].map((name) => chosen.find(name).getAttribute('aria-pressed'))).toEqual(['false', 'true'])
})

// Shows: 2.5.21
test('everything that can be withdrawn is chosen by its own pill', async () => {
  const all = { all: { amount: 4321, label: 'All €43.21' } }
  const first = amountField({ text: '20' }, all)
  const page = await show(first.view)
  await page.press('All €43.21')
  expect([first.takeAll.mock.calls.length, first.change.mock.calls.length]).toEqual([1, 0])
  const second = amountField({ text: '', isAll: true }, all)
  const taken = await show(second.view)
  expect([taken.find(words.amount!).value, taken.find('All €43.21').getAttribute('aria-pressed')]).toEqual([
    '43',
    'true',
  ])
  await taken.perform(() => taken.find(words.amount!).focus())
  await taken.perform(() => taken.find(words.amount!).blur())
  expect(second.change).not.toHaveBeenCalled()
})

// Shows: 2.5.12
test.each([
  [401, true],
  [201, false],
])('a row of pills of %i px in 200 has arrows: %s, which scroll it by 60 %%', async (scrollWidth, hasArrows) => {
  let measure = () => undefined as void
  function Measured() {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          measure = callback
        }
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    return <AmountPills pills={[{ key: '1', label: '€1', isChosen: true }]} onChoose={() => undefined} />
  }
  const scrolled: object[] = []
  const measured = await show(<Measured />)
  vi.stubGlobal('getComputedStyle', () => ({ direction: 'ltr' }))
  const row = measured.find(words.presets!)
  Object.assign(row, { scrollWidth, clientWidth: 200, scrollBy: (by: object) => scrolled.push(by) })
  await measured.perform(() => measure())
  expect([measured.has(words.moreAmounts!), measured.has(words.fewerAmounts!)]).toEqual([hasArrows, hasArrows])
  if (!hasArrows) return
  await measured.press(words.moreAmounts!)
  await measured.press(words.fewerAmounts!)
  expect(scrolled).toEqual([
    { left: 120, behavior: 'smooth' },
    { left: -120, behavior: 'smooth' },
  ])
})

const account = (id: string, currency: string, status: number) => ({
  id,
  currency,
  balance: 1000,
  bonusBalance: 0,
  status,
  version: 1,
})
const currency = (code: string, type: string, isEnabled = true) => ({
  code,
  name: `The ${code}`,
  type,
  isEnabled,
  symbol: code,
  subunitToUnit: 100,
  subCurrencies: [],
  rate: { rate: 1 },
})

// Shows: 2.5.9, 4.6.2, 3.1.3
test('a balance is chosen from all or the crypto currencies, and one that is missing is added', async () => {
  const written: string[] = []
  // What was called when the list was hidden.
  const hidden: string[][] = []
  const answer: Answering = ({ route }) => {
    if (route.startsWith('GET')) return { body: [] }
    written.push(route)
    return { body: account('a3', 'ETH', 1) }
  }
  const page = await show(<AccountsList onChosen={() => void hidden.push([...written])} />, {
    answers: [
      [apiKey('GET /api/wallet/accounts'), [account('a1', 'EUR', 1), account('a2', 'USDT', 2)]],
      [
        apiKey('GET /api/settings/currencies'),
        [
          currency('EUR', 'fiat'),
          currency('USDT', 'crypto'),
          currency('ETH', 'crypto'),
          currency('BRL', 'fiat', false),
        ],
      ],
    ],
    answer,
  })
  const rows = () => page.text.replace(/^.*?Crypto/, '')
  expect(rows()).toMatch(/EUR.*USDT.*Add a currency.*ETH/)
  expect(rows()).not.toContain('BRL')
  await page.press(words.cryptoAccounts!)
  expect(rows()).not.toContain('EUR')
  expect(rows()).toMatch(/USDT.*ETH/)
  await page.press('ETH')
  expect([hidden, written]).toEqual([[[]], ['POST /api/wallet/accounts', 'PUT /api/wallet/accounts/a3/switch']])
})

// Shows: 4.6.2
test('the active balance is not chosen again, another one is switched to', async () => {
  const page = await show(<AccountsList onChosen={() => undefined} />, {
    answers: [[apiKey('GET /api/wallet/accounts'), [account('a1', 'EUR', 1), account('a2', 'USDT', 2)]]],
    answer: ({ route }) => ({ body: route.startsWith('GET') ? [] : account('a2', 'USDT', 1) }),
  })
  const written = () => page.calls.flatMap(({ route }) => (route.startsWith('GET') ? [] : [route]))
  await page.press('€EURActive€10.00')
  expect(written()).toEqual([])
  await page.press('USDT0.001 USDT')
  expect(written()).toEqual(['PUT /api/wallet/accounts/a2/switch'])
})

// Shows: 2.5.10
test('the equivalent of a balance is shown while it is switched on, of what can be withdrawn too', async () => {
  const known = [
    { ...currency('EUR', 'fiat'), rate: { rate: 1 } },
    { ...currency('USD', 'fiat'), rate: { rate: 1.2 } },
  ]
  const answers = [
    [apiKey('GET /api/settings/currencies'), known],
    [apiKey('GET /api/player/profile'), { id: 'a1b2-c3', status: 1, details: {} }],
    [apiKey('GET /api/wallet/accounts'), [account('a1', 'EUR', 1)]],
  ] as never
  const mine = walletAccount({ balance: 1000, withdrawalBalance: 500 })
  const page = await show(<AccountBar account={mine} amount="balance" />, { answers })
  expect([page.text.includes('≈'), page.has(words.showEquivalent!)]).toEqual([false, false])
  await page.press(`${words.balanceOf!.replace('{currency}', 'EUR')}€10.00`)
  await page.press(words.showEquivalent!)
  expect(page.text).toContain('≈ $12.00')
  const withdrawal = await show(<AccountBar account={mine} amount="withdrawalBalance" />, { answers })
  expect(withdrawal.text).toContain('≈ $6.00')
  await page.press(words.showEquivalent!)
  expect([page.text.includes('≈'), withdrawal.text.includes('≈')]).toEqual([false, false])
})

const wallet = (search: string, answer: Answering) =>
  show(<Opened />, {
    search,
    answers: [
      [apiKey('GET /api/wallet/accounts'), [walletAccount()]],
      [apiKey('GET /api/player/limits'), []],
    ],
    answer: (call) => {
      if (call.route.startsWith('GET /api/payment/methods'))
        return { body: [paymentMethod({ processingType: 'message' })] }
      if (call.route.startsWith('GET /api/payment/invoices')) return { body: { data: [], meta: {} } }
      if (call.route === 'GET /api/player/profile') return { body: { id: 'me', status: 1, details: {} } }
      if (call.route === 'GET /api/player/protection') return { body: { limitPrompts: [], missingLimits: [] } }
      return call.route.startsWith('GET') ? { body: [] } : answer(call)
    },
  })
const settled = async (page: ShownView) => {
  for (let turn = 0; turn < 3; turn++) await page.pass(1)
  await page.pass(Math.max(guardMs, 500))
  await page.pass(1)
}
function Opened() {
  const side = new URLSearchParams(useLocation().search).get('wallet')
  return side && dialog(walletModal, side)
}

// Shows: 2.5.1
test('a wallet that was opened for a withdrawal keeps its tabs at a deposit, each with its title', async () => {
  const page = await wallet('?wallet=withdraw', () => ({}))
  const shown = () => [page.text.startsWith(words.withdrawTitle!), page.has(words.deposit!), page.has(words.withdraw!)]
  expect(shown()).toEqual([true, true, true])
  await page.perform(() => page.find(words.deposit!).dispatch('click', { button: 0, detail: 1 }))
  await settled(page)
  expect([page.address, ...shown()]).toEqual(['/?wallet=deposit', false, true, true])
})

// Shows: 2.5.13
test('a deposit that a limit refuses is replaced by its notice, from which another amount can be tried', async () => {
  const page = await wallet('?wallet=deposit', () => ({ status: 422, body: { error: { name: 'x', code: 13_100 } } }))
  await settled(page)
  await page.press('Card')
  await settled(page)
  expect([page.has(words.amount!), page.has(limits.otherAmount!)]).toEqual([true, false])
  await page.press(words.depositAmount!.replace('{amount}', '€10'))
  expect([page.has(words.amount!), page.text.includes(limits.limitReached!)]).toEqual([false, true])
  await page.press(limits.otherAmount!)
  await settled(page)
  expect(page.has(words.amount!)).toBe(true)
})

const budgetWords = labelsOf('safer-play')

// Shows: 11.3
test('a budget is calculated from what is typed, and offered as a limit to a player', async () => {
  const page = await show(<BudgetForm />)
  await page.enter(budgetWords.income!, '3000')
  expect(page.text).not.toContain('€')
  await page.enter(budgetWords.costs!, '2000')
  expect(page.text).toContain('€1,000.00')
  expect(page.find(budgetWords.setAsLimit!).getAttribute('href')).toBe('/?add-cash-limit=monthly')
  await page.enter(budgetWords.costs!, '3000')
  expect(page.text).toContain(budgetWords.mostNothing)
  expect(page.has(budgetWords.setAsLimit!)).toBe(false)
  await page.enter(budgetWords.costs!, 'much')
  expect(page.text).toContain(budgetWords.amountMalformed)
  expect(page.calls).toEqual([])
})

const holds = labelsOf('holds')
type Held = Parameters<typeof HoldView>[0]['invoice']

// Shows: 10.26
test('a held withdrawal says by when an answer is promised, what is late, paused or paid, and who had to act', async () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const textFor = async (part: object) => (await show(<HoldView invoice={{ currency: 'EUR', ...part } as Held} />)).text
  const hold = (promisedBy: string | null) => ({ hold: { checks: [], promisedBy } })
  const start = (text: string) => text.slice(0, text.indexOf('{'))
  expect(await textFor(hold(at(86_400_000)))).toContain(start(holds.promise!))
  expect(await textFor(hold(at(-30 * 365 * 86_400_000)))).toContain(start(holds.late!))
  expect(await textFor(hold(null))).toContain(holds.paused)
  expect(await textFor({ compensation: 500 })).toContain('€5.00')
  const turns = [
    { holder: 'house', from: '2026-11-20T12:00:00.000Z', until: '2026-11-21T12:00:00.000Z' },
    { holder: 'player', from: '2026-11-21T12:00:00.000Z', until: null },
  ]
  const shown = await textFor({ turns })
  expect(shown).toContain(holds.turns)
  expect(shown.indexOf(holds.holder_house!)).toBeLessThan(shown.indexOf(holds.holder_player!))
  expect(await textFor({ turns: [] })).toBe('')
})
