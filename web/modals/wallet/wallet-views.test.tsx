/** Tests of the wallet's views, rendered from fixtures. */
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Limit } from '#contract/limits.ts'
import type { MethodField, PaymentMethod } from '#contract/payments.ts'
import { contentOf } from '#tests/setup/content.ts'
import { markupOf, type RenderOptions, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { isTurnoverOpen } from '../../features/limits/turnover.ts'
import { QrCode, qrPicture } from '../../features/payments/qr-code.tsx'
import { openPayments } from '../../features/payments/open-payments.tsx'
import { AccountsList, isInTab } from '../../features/wallet/accounts-list.tsx'
import { useEquivalent } from '../../features/wallet/equivalent.ts'
import { EquivalentToggle } from '../../features/wallet/equivalent-toggle.tsx'
import { CurrencySelect } from '../../forms/currency-select.tsx'
import { AccountBar } from './account-bar.tsx'
import { AmountField } from './amount-field.tsx'
import { pillStep } from './amount-pills.tsx'
import { BonusChooser } from './bonus-chooser.tsx'
import { ConfirmBonusEnd } from './confirm-bonus-end.tsx'
import { CryptoChoices } from './crypto-choices.tsx'
import { AddressCard, CryptoDeposit } from './crypto-deposit.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { MethodFields } from './method-fields.tsx'
import { MethodSkeleton } from './method-list.tsx'
import { TurnoverPanel } from './turnover-panel.tsx'
import { QrPayment } from './qr-view.tsx'
import { redirectsFrom } from './use-start-deposit.ts'
import { modal as equivalentCurrency } from '../equivalent-currency.tsx'
import { asksBeforeLeaving, beginHandlers, modal, mustAsk } from '../wallet.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawPanel } from './withdraw-panel.tsx'

await qrPicture.load()

const account = (currency = 'EUR') => ({
  id: `00000000-0000-4000-8000-0000000000${currency.length}0`,
  currency,
  balance: 12_345,
  bonusBalance: 0,
  roundsNet: 0,
  withdrawalBalance: 5000,
  lockedBalance: 0,
  vaultBalance: 0,
  status: 1 as const,
  version: 1,
})
const profile = { id: 'a1b2c3d4-0000-4000-8000-000000000000', status: 1, details: {} }
const wager = { isEnabled: true, total: 3000, turnOverWager: 1, turnOverWagerAmount: 1000, currency: 'EUR' }
const methodsOf = (currency: string, country = 'DE') =>
  apiKey('GET /api/payment/methods/deposit', { query: { currency, country, withPaused: 'true' } })
const answers = (currency = 'EUR'): NonNullable<RenderOptions['answers']> => [
  [apiKey('GET /api/player/profile'), profile],
  [apiKey('GET /api/wallet/accounts'), [account(currency)]],
  [apiKey('GET /api/player/limits'), []],
  [apiKey('GET /api/payment/invoices', openPayments(1)), { data: [], meta: { total: 0, page: 1, perPage: 3 } }],
  [apiKey('GET /api/game/bonuses', { query: { currency } }), []],
  [apiKey('GET /api/game/bonuses/bonuscodes', { query: { trigger: 3 } }), []],
  [
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory: 'modals' } }),
    { wallet: contentOf('modals/wallet') },
  ],
]
const field = (change: Partial<MethodField>): MethodField => ({
  key: 'x',
  fieldType: 'text',
  value: null,
  isRequired: true,
  regexp: null,
  labels: { en: 'Field' },
  hints: {},
  options: [],
  ...change,
})
const crypto = (networks: string[]): PaymentMethod => ({
  method: 'x.crypto',
  names: { en: 'Crypto' },
  type: 'address',
  kind: 'crypto',
  logo: null,
  processingType: 'qr',
  amountMin: 1_000_000,
  amountMax: 9_000_000,
  presets: [],
  fields: [
    field({
      key: 'crypto_network',
      fieldType: 'select',
      labels: { en: 'Network' },
      options: networks.map((id, index) => ({
        id,
        name: id,
        minAmount: (index + 2) * 1_000_000,
        maxAmount: (index + 5) * 1_000_000,
      })),
    }),
  ],
})

const offer = {
  id: 'welcome',
  name: 'Welcome',
  description: '',
  package: { id: 'pack', name: 'Welcome package' },
  type: 2 as const,
  triggerConditions: {
    invoiceAmountItems: [
      { currency: 'USDT', amountFrom: 3_000_000, amountTo: null },
      { currency: 'EUR', amountFrom: 2000, amountTo: 50_000 },
    ],
    baseCurrencyInvoiceAmountFrom: null,
    baseCurrencyInvoiceAmountTo: null,
  },
  assignConditions: {
    amountItems: [],
    baseCurrencyAmount: null,
    maxAmountItems: [],
    baseCurrencyMaxAmount: null,
    depositPercentage: 100,
    presets: [],
  },
  termsVersion: 1,
  terms: {
    wageringMultiplier: 10,
    maxBet: [],
    isOnce: true,
    contribution: null,
    expiresAfterSeconds: 86_400,
    expectedCostPercent: 40,
  },
}
const limit = (change: Partial<Limit>): Limit => ({
  id: 'limit',
  definition: 3,
  period: 'daily',
  amount: 10_000,
  currentAmount: 0,
  reservedAmount: 0,
  reservedUntil: null,
  currency: 'EUR',
  endsAt: '2026-12-01T00:00:00.000Z',
  mayEnd: false,
  pending: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
})
/** Returns answers for a player with these limits. */
const limited = (...limits: Limit[]): NonNullable<RenderOptions['answers']> => [
  ...answers().filter(([key]) => key[0] !== 'GET /api/player/limits'),
  [apiKey('GET /api/player/limits'), limits],
]

// Shows: 2.5.1
test('the wallet has two tabs, or none if it is opened for a deposit, and a title for each tab', () => {
  const opened = (value: string) =>
    markupOf(
      <Dialog.Root open>
        <modal.View value={value} />
      </Dialog.Root>,
      { answers: answers() },
    )
  const tabs = (shown: string) => shown.match(/<button[^>]*role="tab"[^>]*aria-selected="\w+"/g) ?? []
  const titleOf = (shown: string) => /<h2[^>]*>([^<]+)/.exec(shown)?.[1]
  expect([titleOf(opened('deposit')), tabs(opened('deposit')).length]).toEqual(['Deposit', 0])
  expect([titleOf(opened('withdraw')), tabs(opened('withdraw')).length]).toEqual(['Withdrawal', 2])
  expect(tabs(opened('withdraw')).map((tab) => tab.includes('aria-selected="true"'))).toEqual([false, true])
  expect(opened('withdraw')).toMatch(/role="tab"[^>]*>(?:<[^>]+>)*Deposit<.*role="tab"[^>]*>(?:<[^>]+>)*Withdraw</)
})

// Shows: 2.5.13, 8.5.1
test.each([
  [[], 'You have reached your deposit limit', 'View your limits'],
  [[limit({ definition: 5, period: '1-day', amount: null })], 'You are in a cooling-off period', 'What you can do now'],
])('if methods are refused because of a limit or break, its notice replaces the form', (limits, title, next) => {
  const failures: RenderOptions['failures'] = [[methodsOf('EUR'), { status: 422, code: 13_100 }]]
  const shown = textOf(<DepositPanel />, { answers: limited(...limits), failures })
  expect(shown).toContain(title)
  expect(shown).toContain(next)
  expect(markupOf(<DepositPanel />, { answers: limited(...limits), failures })).not.toContain('<form')
})

const card: PaymentMethod = {
  ...crypto([]),
  type: 'form',
  kind: 'card',
  processingType: 'form',
  amountMin: 1000,
  amountMax: 50_000,
  presets: [1000, 2500, 10_000].map((amount) => ({ amount, default: amount === 2500 })),
  fields: [field({ key: 'holder', labels: { en: 'Name on the card' }, isRequired: false })],
}

// Shows: 2.5.16, 2.5.17
test('a deposit shows range, default amount, fields, bonuses, and a button with amount and bonus', () => {
  const form = <DepositForm method={card} account={account()} isBusy={false} onSubmit={async () => ({})} />
  const seen = (...offers: object[]): RenderOptions => ({
    answers: [...answers(), [apiKey('GET /api/game/bonuses', { query: { currency: 'EUR', amount: 2500 } }), offers]],
  })
  expect(textOf(form, seen())).toMatch(/min €10, max €500.* Name on the card .* No bonus .* Deposit €25( |$)/)
  expect(markupOf(form, seen())).toMatch(/<input[^>]*inputMode="numeric"[^>]*value="25"/)
  expect(textOf(form, seen(offer))).toMatch(/Deposit €25 \+ €25 bonus( |$)/)
  const spins = { ...offer.assignConditions, presets: [{ quantity: 10 }] }
  expect(textOf(form, seen({ ...offer, assignConditions: spins }))).toMatch(
    /Deposit €25 \+ €25 bonus \+ 10 free spins( |$)/,
  )
  expect(textOf(form, seen({ ...offer, type: 3, assignConditions: spins }))).toMatch(
    /Deposit €25 \+ 10 free spins( |$)/,
  )
})

// Shows: 4.9.3
test('a deposit promises no bonus of a code that its amount does not open', () => {
  const form = <DepositForm method={card} account={account()} isBusy={false} onSubmit={async () => ({})} />
  const shown = (amountFrom: number) => {
    const triggerConditions = {
      ...offer.triggerConditions,
      invoiceAmountItems: [{ currency: 'EUR', amountFrom, amountTo: null }],
    }
    return textOf(form, {
      answers: [
        ...answers().filter(([key]) => key[0] !== 'GET /api/game/bonuses/bonuscodes'),
        [
          apiKey('GET /api/game/bonuses/bonuscodes', { query: { trigger: 3 } }),
          [{ playerBonusCodeId: 'a', bonusCode: 'HELLO', bonusId: 'welcome' }],
        ],
        [
          apiKey('GET /api/game/bonuses', { query: { currency: 'EUR', amount: 2500 } }),
          [{ ...offer, triggerConditions }],
        ],
      ],
    })
  }
  expect(shown(2500)).toMatch(/Deposit €25 \+ €25 bonus( |$)/)
  expect(shown(2600)).toMatch(/Deposit €25(?! \+)/)
})

// Shows: 4.9.1
test('a code that the player has is the first choice, before a bonus that fits', () => {
  const form = <DepositForm method={card} account={account()} isBusy={false} onSubmit={async () => ({})} />
  const chosen = (codes: object[]) => {
    const shown = markupOf(form, {
      answers: [
        ...answers().filter(([key]) => key[0] !== 'GET /api/game/bonuses/bonuscodes'),
        [apiKey('GET /api/game/bonuses/bonuscodes', { query: { trigger: 3 } }), codes],
        [
          apiKey('GET /api/game/bonuses', { query: { currency: 'EUR', amount: 2500 } }),
          [offer, { ...offer, id: 'coded', name: 'Coded' }],
        ],
      ],
    })
    return /data-chosen="true".*?<strong>([^<]+)/.exec(shown)?.[1]
  }
  expect(chosen([])).toBe('Welcome')
  expect(chosen([{ playerBonusCodeId: 'a', bonusCode: 'HELLO', bonusId: 'coded' }])).toBe('Coded')
})

// Shows: 4.9.2
test('a deposit to an address begins with the first bonus, whatever the least amount of the network', () => {
  const deposit = <CryptoDeposit method={crypto(['Tron'])} account={account('USDT')} country="DE" onRefused={never} />
  const from = (id: string, amountFrom: number) => ({
    ...offer,
    id,
    name: id,
    triggerConditions: {
      ...offer.triggerConditions,
      invoiceAmountItems: [{ currency: 'USDT', amountFrom, amountTo: null }],
    },
  })
  const list: NonNullable<RenderOptions['answers']> = [{}, { amount: 1_000_000 }].map((query) => [
    apiKey('GET /api/game/bonuses', { query: { currency: 'USDT', ...query } }),
    [from('first', 8_000_000), from('second', 1_000_000)],
  ])
  // The shipped content declines bonuses of these deposits by default.
  const noDefault: [readonly unknown[], unknown] = [
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory: 'modals' } }),
    {},
  ]
  const shown = markupOf(deposit, { answers: [...answers('USDT'), noDefault, ...list] })
  expect(/data-chosen="true".*?<strong>([^<]+)/.exec(shown)?.[1]).toBe('first')
})

// Shows: 5.9.1, 5.10.2
test('a deposit can be submitted if amount and fields are valid and no call is in progress', () => {
  const note = field({ key: 'note', labels: { en: 'Note' }, regexp: '^[a-z]+$' })
  const form = (change: Partial<PaymentMethod>, { isBusy = false, limits = [] as Limit[] } = {}) => {
    const method = { ...card, ...change }
    const view = <DepositForm method={method} account={account()} isBusy={isBusy} onSubmit={async () => ({})} />
    const seen = {
      answers: [
        ...limited(...limits),
        ...[1000, 2000, 2500].map((amount): [readonly unknown[], unknown] => [
          apiKey('GET /api/game/bonuses', { query: { currency: 'EUR', amount } }),
          [],
        ]),
      ],
    }
    const shown = markupOf(view, seen)
    const [button] = /<button[^>]*type="submit"[^>]*>/.exec(shown)!
    return { isDisabled: button.includes(' disabled="'), shown }
  }
  expect(form({}).isDisabled).toBe(false)
  expect(form({}, { isBusy: true }).isDisabled).toBe(true)
  expect(form({ fields: [note] }).isDisabled).toBe(true)
  // A prefilled valid field is hidden; an invalid one is shown with its error.
  const filled = (value: string) => form({ fields: [{ ...note, value }] })
  expect([filled('ok').isDisabled, filled('ok').shown.includes('Note')]).toEqual([false, false])
  expect([filled('12').isDisabled, filled('12').shown.includes('Note')]).toEqual([true, true])
  expect(filled('12').shown).toMatch(/<input[^>]*aria-invalid="true"[^>]*value="12"/)
  expect(form({}, { limits: [limit({ amount: 2000 })] }).isDisabled).toBe(false)
  expect(form({}, { limits: [limit({ amount: 900 })] }).isDisabled).toBe(true)
})

// Shows: 2.5.21, 5.11.1
test('a withdrawal shows network, amount, fields, and a button with the amount', () => {
  const method: PaymentMethod = {
    ...crypto(['Tron']),
    amountMin: 2_000_000,
    fields: [...crypto(['Tron']).fields, field({ key: 'memo', labels: { en: 'Memo' }, isRequired: false })],
  }
  const rich = { ...account('USDT'), withdrawalBalance: 4_000_000 }
  const form = <WithdrawForm method={method} account={rich} country="DE" />
  expect(textOf(form, { answers: answers('USDT') })).toMatch(
    /^Network .* min 2 USDT, max 4 USDT .* Memo Withdraw 2 USDT /,
  )
})

// Shows: 2.5.21, 5.11.1
test.each([
  ['the suggested amount where it is available', 30_00, 100_00, '€25', '25'],
  ['everything, with its cents, where the suggestion is not', 20_50, 100_00, '€20.50', '20'],
  ['no more than the method pays', 900_00, 24_00, '€24', '24'],
])('a withdrawal begins with %s', (_, withdrawalBalance, amountMax, button, input) => {
  const method = { ...card, amountMax, fields: [] }
  const form = <WithdrawForm method={method} account={{ ...account(), withdrawalBalance }} country="DE" />
  expect(textOf(form, { answers: answers() })).toContain(` Withdraw ${button} `)
  expect(markupOf(form, { answers: answers() })).toMatch(new RegExp(`inputMode="numeric"[^>]*value="${input}"`))
})

// Shows: 5.11.1
test('a withdrawal below the least amount of its method cannot be sent', () => {
  const form = (
    <WithdrawForm method={{ ...card, fields: [] }} account={{ ...account(), withdrawalBalance: 999 }} country="DE" />
  )
  expect(textOf(form, { answers: answers() })).toContain('Minimum withdrawal: €10')
  expect(/<button[^>]*type="submit"[^>]*>/.exec(markupOf(form, { answers: answers() }))![0]).toContain(' disabled="')
})

// Shows: 2.5.24
test('the return addresses of a deposit are the current page with deposit-success or deposit-error', () => {
  const query = '?tab=a&wallet=deposit'
  expect(redirectsFrom({ pathname: '/de/games/dice', search: query })).toEqual({
    redirectUrl: '/de/games/dice?tab=a',
    redirectSuccessUrl: '/de/games/dice?tab=a&deposit-success=true',
    redirectErrorUrl: '/de/games/dice?tab=a&deposit-error=true',
  })
})

// Shows: 2.5.9
test('the list of accounts has tabs for all and crypto accounts, and starts with all', () => {
  const shown = markupOf(<AccountsList onChosen={nothing} />, {
    answers: [...answers(), [apiKey('GET /api/wallet/accounts'), [account('EUR'), account('USDT')]]],
  })
  const tabs = [...shown.matchAll(/<button[^>]*role="tab"[^>]*aria-selected="(\w+)"[^>]*>(?:<[^>]+>)*([^<]+)/g)]
  expect(tabs.map(([, isOn, label]) => [label, isOn])).toEqual([
    ['All', 'true'],
    ['Crypto', 'false'],
  ])
  expect(shown).toMatch(/€123\.45.*USDT/)
  const inTab = (tab: 'all' | 'crypto') => (['fiat', 'crypto'] as const).filter((type) => isInTab(tab, { type }))
  expect([inTab('all'), inTab('crypto')]).toEqual([['fiat', 'crypto'], ['crypto']])
})

// Shows: 2.5.11
test('a QR code is shown with a copy button, and a spinner until it exists', () => {
  const payment = (qr: string | null) => <QrPayment invoiceId="1" qr={qr} amount={2500} currency="EUR" />
  expect(textOf(payment('code-of-a-bank'))).toMatch(/^€25\.00 .* Copy code/)
  expect(markupOf(payment('code-of-a-bank'))).toMatch(/<img[^>]*src="data:image\/svg\+xml/)
  expect(markupOf(payment(null))).not.toContain('<img')
  expect(textOf(payment(null))).toMatch(/^€25\.00 Waiting for your payment code/)
})

// Shows: 2.5.10, 9.6.2
test('the equivalent currency is USD by default and links to equivalent-currency', () => {
  expect(markupOf(<EquivalentToggle />)).toMatch(/<a href="\/\?equivalent-currency=true"[^>]*>USD<\/a>/)
})

// Shows: 2.5.10
test('the account bar shows the balance, or at a withdrawal what can be withdrawn', () => {
  const bar = (amount: 'balance' | 'withdrawalBalance') =>
    textOf(<AccountBar account={account()} amount={amount} />, { answers: answers() })
  expect(bar('balance')).toContain('€123.45')
  expect(bar('withdrawalBalance')).toContain('€50.00')
})

const currency = (code: string, type: 'fiat' | 'crypto', isEnabled = true) => ({
  code,
  name: `${code} money`,
  type,
  isEnabled,
  subunitToUnit: type === 'fiat' ? 100 : 1_000_000,
  symbol: code,
  subCurrencies: [],
  rate: { rate: code === 'USD' ? 1.2 : 1 },
})

// Shows: 2.5.10
test('a balance has no equivalent until the player switches it on', () => {
  const known = [currency('EUR', 'fiat'), currency('USD', 'fiat')]
  const seen = { answers: [...answers(), [apiKey('GET /api/settings/currencies'), known]] } as RenderOptions
  expect(textOf(<AccountBar account={account()} amount="balance" />, seen)).not.toContain('≈')
  expect(textOf(<AccountsList onChosen={nothing} />, seen)).not.toContain('≈')
  expect(textOf(<Worth />, seen)).toBe('≈ $148.14')
})

function Worth() {
  return useEquivalent()(12_345, 'EUR')
}

// Shows: 3.1.3
test('lists for the player omit a currency that is switched off', () => {
  const known = [
    currency('EUR', 'fiat'),
    currency('USD', 'fiat', false),
    currency('USDT', 'crypto'),
    currency('BTC', 'crypto', false),
  ]
  const seen = { answers: [...answers(), [apiKey('GET /api/settings/currencies'), known]] } as RenderOptions
  const offered = (view: ReactNode) => {
    const shown = textOf(view, seen)
    return known.map(({ code }) => code).filter((code) => shown.includes(`${code} money`))
  }
  expect(offered(<CryptoChoices currency="EUR" />)).toEqual(['USDT'])
  expect(
    offered(
      <Dialog.Root open>
        <equivalentCurrency.View value="true" />
      </Dialog.Root>,
    ),
  ).toEqual(['EUR', 'USDT'])
  expect(textOf(<AccountsList onChosen={nothing} />, seen)).not.toMatch(/USD\b|BTC/)
  const select = (
    <CurrencySelect
      id="c"
      ref={null}
      name="currency"
      label="Currency"
      value=""
      onChoose={nothing}
      onBlur={nothing}
      onFocus={nothing}
      aria-invalid={undefined}
      aria-describedby={undefined}
      aria-required={undefined}
    />
  )
  expect(offered(select)).toEqual(['EUR', 'USDT'])
})

// Shows: 2.5.4
test('the account bar has the first part of the profile id in capitals', () => {
  expect(textOf(<AccountBar account={account()} amount="balance" />, { answers: answers() })).toMatch(/\bA1B2C3D4$/)
})

// Shows: 2.5.6, 2.5.8
test('while methods load, two placeholder tiles and a spinner are shown', () => {
  expect(markupOf(<MethodSkeleton />).match(/<(?:div|span)[^>]*class="[^"]*skeleton/gi)).toHaveLength(2)
  const loading = markupOf(<DepositPanel />, { answers: answers() })
  expect(loading.match(/class="[^"]*skeleton/gi)).toHaveLength(2)
  expect(loading).toMatch(/role="status"|class="[^"]*spinner/)
})

const withdrawal = (methods: PaymentMethod[]): NonNullable<RenderOptions['answers']> => [
  ...answers(),
  [
    apiKey('GET /api/payment/methods/withdrawal', { query: { currency: 'EUR', country: 'DE', withPaused: 'true' } }),
    methods,
  ],
  [apiKey('GET /api/risk/reasons/turn-over-wager', { query: { currency: 'EUR' } }), { ...wager, isEnabled: false }],
]

// Shows: 2.5.6
test.each([
  ['deposit', <DepositPanel key="" />, [...answers(), [methodsOf('EUR'), []]]],
  ['withdrawal', <WithdrawPanel key="" />, withdrawal([])],
] as Array<[string, ReactNode, RenderOptions['answers']]>)(
  'without methods a %s shows a message and a link to another country',
  (_, panel, known) => {
    const shown = textOf(panel, { answers: known! })
    expect(shown).toContain('Not available There is no method for this currency and country.')
    expect(shown).toContain('Methods for Germany Change')
  },
)

const bank: PaymentMethod = { ...card, method: 'bank', kind: 'bank', names: { en: 'Bank transfer' } }
const paused = (method: PaymentMethod): PaymentMethod => ({ ...method, isPaused: true })
const named: PaymentMethod = { ...card, method: 'card', names: { en: 'Bank card' } }
const panels: Array<[string, ReactNode, (methods: PaymentMethod[]) => NonNullable<RenderOptions['answers']>]> = [
  ['deposit', <DepositPanel key="" />, (methods) => [...answers(), [methodsOf('EUR'), methods]]],
  ['withdrawal', <WithdrawPanel key="" />, withdrawal],
]

// Shows: 2.5.6
test.each(panels)(
  'a %s names the paused methods, offers none of them, and says what still works',
  (_, panel, known) => {
    const of = (...methods: PaymentMethod[]) => textOf(panel, { answers: known(methods) })
    const note = 'Payments by Bank card are paused for now. Still available: Bank transfer.'
    expect(of(bank, paused(named))).toContain(note)
    const markup = markupOf(panel, { answers: known([bank, paused(named)]) })
    expect(markup).toContain('<strong>Bank transfer</strong>')
    expect(markup).not.toContain('<strong>Bank card</strong>')
    expect(of(bank, named)).not.toContain('paused')
    // Two partners offer a method of this name, and one of them works.
    expect(of(bank, named, paused({ ...named, method: 'other.card' }))).not.toContain('paused')
  },
)

// Shows: 2.5.6
test.each(panels)('a %s whose methods are all paused says so, not that none exists', (_, panel, known) => {
  const shown = textOf(panel, { answers: known([paused(named), paused(bank)]) })
  expect(shown).toContain('Paused for now Payments by Bank card and Bank transfer are paused for now.')
  expect(shown).toContain('Methods for Germany Change')
  expect(shown).not.toContain('There is no method')
})

test('where no method of a currency can be used, a deposit offers those of crypto currencies', () => {
  const coin = {
    code: 'BTC',
    name: 'Bitcoin',
    type: 'crypto',
    isEnabled: true,
    subunitToUnit: 8,
    symbol: 'B',
    subCurrencies: [],
  }
  const known = [...answers(), [methodsOf('EUR'), [paused(named)]], [apiKey('GET /api/settings/currencies'), [coin]]]
  expect(textOf(<DepositPanel />, { answers: known as NonNullable<RenderOptions['answers']> })).toContain(
    'Pay with crypto Bitcoin',
  )
})

// Shows: 2.5.6
test('a withdrawal has its placeholders while its methods or the turnover load', () => {
  const loading = (without: string) => {
    const known = withdrawal([card]).filter(([[route]]) => route !== without)
    return markupOf(<WithdrawPanel />, { answers: known }).match(/class="[^"]*skeleton/gi)?.length ?? 0
  }
  expect(loading('GET /api/payment/methods/withdrawal')).toBe(2)
  expect(loading('GET /api/risk/reasons/turn-over-wager')).toBe(2)
  expect(loading('')).toBe(0)
})

// Shows: 2.5.7
test('the region is shown with its flag and a link to wallet-region', () => {
  const shown = markupOf(<DepositPanel />, { answers: [...answers(), [methodsOf('EUR'), []]] })
  expect(shown).toMatch(/href="\/\?wallet-region=true"/)
  expect(shown).toMatch(/<img[^>]*src="[^"]*de\.svg/i)
  expect(markupOf(<WithdrawPanel />, { answers: withdrawal([card]) })).toMatch(/href="\/\?wallet-region=true"/)
})

// Shows: 2.5.2, 2.5.5, 2.5.7, 2.5.8, 2.6.1
test('beside the form a deposit has its methods with logo and minimum, the region, and the limit with the way to it', () => {
  const panel = { answers: [...answers(), [methodsOf('EUR'), [named, bank]]] } as RenderOptions
  const shown = markupOf(<DepositPanel />, panel)
  expect(textOf(<DepositPanel />, panel)).toMatch(/Bank card from €10.* Bank transfer from €10.* Methods for Germany/)
  // One in each tile, and one above the form.
  expect(shown.match(/#card"/g)).toHaveLength(3)
  expect(shown.match(/aria-pressed="true"[^>]*>(?:<[^>]+>)*Bank card</)).not.toBeNull()
  expect(shown).toContain('href="/?wallet-region=true"')
  expect(shown).toContain('href="/profile/limits"')
})

// Shows: 2.5.6
test.each(['GET /api/wallet/accounts', 'GET /api/player/limits', 'GET /api/payment/invoices'])(
  'a deposit has a spinner while %s is read',
  (route) => {
    const known = [...answers(), [methodsOf('EUR'), [named]]] as NonNullable<RenderOptions['answers']>
    const hasSpinner = (read: typeof known) => /spinner/.test(markupOf(<DepositPanel />, { answers: read }))
    expect([hasSpinner(known.filter(([key]) => key[0] !== route)), hasSpinner(known)]).toEqual([true, false])
  },
)

// Shows: 2.5.13, 2.6.3
test.each([
  ['USD', 'You have reached your deposit limit', '$100.00'],
  ['EUR', 'You have reached your deposit limit', null],
])('in %s the notice names a used-up limit only if it is of this currency', (active, title, amount) => {
  const known = limited(limit({ currency: 'USD', currentAmount: 10_000 })).filter(
    ([key]) => key[0] !== 'GET /api/wallet/accounts',
  )
  const shown = textOf(<DepositPanel />, {
    answers: [...known, [apiKey('GET /api/wallet/accounts'), [account(active)]]],
    failures: [[methodsOf(active), { status: 422, code: 13_100 }]],
  })
  expect(shown).toContain(title)
  expect(shown.includes('$100.00')).toBe(amount !== null)
})

// Shows: 2.5.15
test('the turnover panel shows title, text, wager, progress with two decimals, placed amount and total', () => {
  const shown = textOf(<TurnoverPanel wager={wager} />, { answers: answers() })
  expect(shown).toContain('Wager your deposits before withdrawing')
  expect(shown).toContain('Before you can withdraw, your deposits must have been wagered.')
  expect(shown).toContain('Wagering ×1 66.67% Wagered so far €20.00 Left to wager €10.00 Total €30.00')
  expect(markupOf(<TurnoverPanel wager={wager} />, { answers: answers() })).toContain('aria-valuenow="66.67"')
})

// Shows: 2.5.14
test('turnover is open only if it is enabled, not completed, and there is a balance to withdraw', () => {
  const rich = { withdrawalBalance: 1 }
  expect(isTurnoverOpen(wager, rich)).toBe(true)
  expect(isTurnoverOpen({ ...wager, isEnabled: false }, rich)).toBe(false)
  expect(isTurnoverOpen({ ...wager, turnOverWagerAmount: 0 }, rich)).toBe(false)
  expect(isTurnoverOpen(wager, { withdrawalBalance: 0 })).toBe(false)
  expect(isTurnoverOpen(undefined, rich)).toBe(false)
})

// Shows: 2.5.14
test('open turnover replaces the withdrawal form', () => {
  const panel = (change: object): RenderOptions => ({
    answers: [
      ...answers(),
      [
        apiKey('GET /api/payment/methods/withdrawal', {
          query: { currency: 'EUR', country: 'DE', withPaused: 'true' },
        }),
        [card],
      ],
      [apiKey('GET /api/risk/reasons/turn-over-wager', { query: { currency: 'EUR' } }), { ...wager, ...change }],
    ],
  })
  const title = 'Wager your deposits before withdrawing'
  expect(textOf(<WithdrawPanel />, panel({}))).toContain(title)
  expect(markupOf(<WithdrawPanel />, panel({}))).not.toContain('<form')
  expect(textOf(<WithdrawPanel />, panel({ turnOverWagerAmount: 0 }))).not.toContain(title)
  expect(markupOf(<WithdrawPanel />, panel({ turnOverWagerAmount: 0 }))).toContain('<form')
})

// Shows: 2.5.18
test('a crypto deposit is blurred and shows no range until a network is chosen', () => {
  const deposit = (
    <CryptoDeposit method={crypto(['Tron', 'Ethereum'])} account={account('USDT')} country="DE" onRefused={never} />
  )
  expect(markupOf(deposit, { answers: answers('USDT') })).toContain('data-blurred="true"')
  const shown = textOf(deposit, { answers: answers('USDT') })
  expect(shown).toContain('Choose a network first')
  expect(shown).not.toContain('min ')
})

// Shows: 2.5.19, 9.8.4
test('an address has a QR code and copy button, and a tag with a warning if the network needs one', () => {
  const place = {
    invoiceId: '00000000-0000-4000-8000-000000000001',
    action: null,
    fields: {},
    qr: 'tron:TQaddress',
    address: 'TQaddress',
    tag: '4071',
  }
  const plain = textOf(<AddressCard place={{ ...place, tag: null }} isBlurred={false} hint="" />)
  expect(plain).toContain('TQaddress Copy address')
  expect(plain).not.toContain('Destination tag')
  const tagged = <AddressCard place={place} isBlurred={false} hint="" />
  expect(textOf(tagged)).toMatch(/Include this tag with your transfer\..* Destination tag 4071 Copy tag$/)
  expect(markupOf(tagged)).toMatch(/<img[^>]*width="176" height="176"/)
  // The code contains the payment request; without one, the bare address.
  const codeOf = (view: ReactNode) => /<img[^>]*src="(data:[^"]+)"/.exec(markupOf(view))![1]
  const bare = <AddressCard place={{ ...place, qr: null }} isBlurred={false} hint="" />
  expect(codeOf(tagged)).toBe(codeOf(<QrCode content={place.qr} label="" />))
  expect(codeOf(bare)).toBe(codeOf(<QrCode content={place.address} label="" />))
})

// Shows: 2.5.16
test('only preset amounts within the limits are shown', () => {
  const presets = [500, 1000, 2500, 9900, 10_000].map((amount) => ({ amount, default: amount === 2500 }))
  const state = { text: '25', isAll: false, isSuggested: true, change: nothing, takeAll: nothing }
  const shown = markupOf(
    <AmountField
      currency="EUR"
      amount={state}
      limits={{ min: 10, max: 99 }}
      presets={presets}
      note={{ text: 'min €10, max €99', isWrong: false }}
      onFocus={nothing}
    />,
    { answers: answers() },
  )
  expect([...shown.matchAll(/aria-pressed="(\w+)"[^>]*><bdi>([^<]+)/g)].map(([, isOn, text]) => [text, isOn])).toEqual([
    ['€10', 'false'],
    ['€25', 'true'],
    ['€99', 'false'],
  ])
  expect(shown).toContain('min €10, max €99')
})

// Shows: 2.5.23
test('each bonus shows package, deposit range and link to its terms, and the last choice is no bonus', () => {
  const state = {
    choice: { kind: 'bonus' as const, id: 'welcome' },
    bonuses: [offer],
    amount: null,
    unlockable: [],
    codes: [],
    codeBonus: undefined,
    bonus: offer,
    request: { bonusId: 'welcome', isBonusDecline: false },
    isLoading: false,
    choose: nothing,
    codeAdded: nothing,
    leaveCode: nothing,
    forget: nothing,
  }
  const chooser = <BonusChooser state={state} currency="EUR" />
  expect(textOf(chooser, { answers: answers() })).toMatch(
    /Welcome package Package Welcome min €20, max €500 .* I have a promo code .* No bonus/,
  )
  expect(markupOf(chooser, { answers: answers() })).toContain('wallet-bonus-info=welcome')
  expect(markupOf(chooser, { answers: answers() })).toContain('package-bonus=pack')
  const bounded = (amountTo: number | null, currency: string) => {
    const invoiceAmountItems = [{ currency: 'EUR', amountFrom: 2000, amountTo }]
    const other = { ...offer, triggerConditions: { ...offer.triggerConditions, invoiceAmountItems } }
    return textOf(<BonusChooser state={{ ...state, bonuses: [other] }} currency={currency} />, { answers: answers() })
  }
  expect([bounded(2100, 'EUR').includes('min €20, max €21'), bounded(null, 'EUR').includes('max ')]).toEqual([
    true,
    false,
  ])
  // No offer fits the amount: those that another one would unlock are named.
  const small = { ...state, choice: { kind: 'declined' as const, by: 'amount' as const }, bonuses: [], amount: 15_00 }
  const other = <BonusChooser state={{ ...small, unlockable: [offer] }} currency="EUR" />
  expect(textOf(other, { answers: answers() })).toMatch(/With another amount: “.+” from €20 /)
  const large = <BonusChooser state={{ ...small, amount: 600_00, unlockable: [offer] }} currency="EUR" />
  expect(textOf(large, { answers: answers() })).toMatch(/With another amount: “.+” up to €500 /)
  // An amount of another currency is no condition in this one.
  const abroad = <BonusChooser state={state} currency="BRL" />
  expect(textOf(abroad, { answers: answers() })).not.toMatch(/\bmin\b/)
})

// Shows: 2.5.3
test('leaving a deposit asks for confirmation unless content disables it', () => {
  expect(asksBeforeLeaving(undefined)).toBe('always')
  expect(asksBeforeLeaving({})).toBe('always')
  expect(asksBeforeLeaving({ isShown: false, whenBegun: true })).toBe('never')
  expect(asksBeforeLeaving({ whenBegun: true })).toBe('when begun')
  const deposit = { side: 'deposit', hasBegun: false, isEndShown: false } as const
  expect([mustAsk('always', deposit), mustAsk('when begun', deposit), mustAsk('never', deposit)]).toEqual([
    true,
    false,
    false,
  ])
  expect(mustAsk('when begun', { ...deposit, hasBegun: true })).toBe(true)
  expect(mustAsk('always', { ...deposit, isEndShown: true })).toBe(false)
  expect(mustAsk('always', { ...deposit, side: 'withdraw', hasBegun: true })).toBe(false)
})

// Shows: 2.5.3
test('a deposit has begun once something was entered, sent, or chosen by a button of its form', () => {
  let begun = 0
  const { onChangeCapture, onSubmitCapture, onClickCapture } = beginHandlers(() => begun++)
  const click = (isInForm: boolean) =>
    onClickCapture({
      target: { closest: (parts: string) => (parts === 'form button' && isInForm ? {} : null) } as never,
    })
  click(false)
  expect(begun).toBe(0)
  onChangeCapture()
  onSubmitCapture()
  click(true)
  expect(begun).toBe(3)
})

// Shows: 2.5.18, 2.5.20
test('a single network is preselected with its range, and the deposit is blurred until the address exists', () => {
  const deposit = <CryptoDeposit method={crypto(['Tron'])} account={account('USDT')} country="DE" onRefused={never} />
  expect(markupOf(deposit, { answers: answers('USDT') })).toContain('data-blurred="true"')
  const shown = textOf(deposit, { answers: answers('USDT') })
  expect(shown).toContain('min 2 USDT, max 5 USDT')
  expect(shown).not.toContain('Choose a network first')
})

// Shows: 3.13.1
test.each([
  ['de', 'Konto', 'Wie auf der Karte'],
  ['en', 'Account', 'As on the card'],
  // Without the own language, a player reads the English text.
  ['ar', 'Account', 'As on the card'],
])(
  "in %s a method's field has its label and hint, and is a list, several lines or one, as its kind says",
  (locale, label, hint) => {
    const words = { labels: { en: 'Account', de: 'Konto' }, hints: { en: 'As on the card', de: 'Wie auf der Karte' } }
    const options = [
      { id: 'checking', name: 'Checking' },
      { id: 'savings', name: 'Savings' },
    ]
    const shown = (described: object, values: Record<string, string> = {}) =>
      markupOf(
        <MethodFields
          fields={[field({ key: 'kind', ...words, ...described })]}
          values={values}
          faults={{}}
          onChange={nothing}
          onFocus={nothing}
          onBlur={nothing}
        />,
        { locale },
      )
    const list = shown({ fieldType: 'select', options }, { kind: 'savings' })
    expect(list).toMatch(/<select/)
    expect([...list.matchAll(/<option value="(\w+)"( selected="")?>([^<]*)/g)].map(([, ...parts]) => parts)).toEqual([
      ['checking', undefined, 'Checking'],
      ['savings', ' selected=""', 'Savings'],
    ])
    expect(shown({ fieldType: 'textarea' }, { kind: 'two' })).toMatch(/<textarea[^>]*>two</)
    expect(shown({ fieldType: 'text' }, { kind: 'one' })).toMatch(/<input[^>]*value="one"/)
    for (const fieldType of ['select', 'textarea', 'text']) {
      expect(shown({ fieldType })).toContain(label)
      expect(shown({ fieldType })).toContain(hint)
      expect([true, false].map((isRequired) => /required/.test(shown({ fieldType, isRequired })))).toEqual([
        true,
        false,
      ])
    }
  },
)

// Shows: 5.10.3
test("the agent's number is shown and cannot be changed", () => {
  const shown = markupOf(
    <MethodFields
      fields={[field({ key: 'agentNumber', labels: { en: 'Agent' } }), field({ key: 'phone' })]}
      values={{ agentNumber: '70412' }}
      faults={{}}
      onChange={nothing}
      onFocus={nothing}
      onBlur={nothing}
    />,
  )
  const [agent, phone] = shown.match(/<input[^>]*>/g)!
  expect(agent).toContain('value="70412"')
  expect(agent).toContain('disabled')
  expect(phone).not.toContain('disabled')
})

// Shows: 2.5.12
test('pillStep is 60 % of the visible width, in the direction of the page', () => {
  const row = { clientWidth: 500, scrollWidth: 2000 }
  expect([pillStep(row, 1, 'ltr'), pillStep(row, -1, 'ltr')]).toEqual([300, -300])
  expect([pillStep(row, 1, 'rtl'), pillStep(row, -1, 'rtl')]).toEqual([-300, 300])
})

async function never(): Promise<boolean> {
  return false
}
function nothing(): void {}

test('player protection 25: a withdrawal mentions cancelling only if the policy permits it', () => {
  const bank: PaymentMethod = { ...crypto([]), type: 'form', kind: 'bank', processingType: 'form', fields: [] }
  const form = (canCancelWithdrawals: boolean) => {
    const protection = { limitPrompts: [], missingLimits: [], canCancelWithdrawals }
    const seen = { answers: [...answers(), [apiKey('GET /api/player/protection'), protection]] } as RenderOptions
    return textOf(<WithdrawForm method={bank} account={account()} country="DE" />, seen)
  }
  expect(form(false)).toContain('The amount is reserved immediately.')
  expect(form(false)).not.toContain('cancel')
  expect(form(true)).toContain('You can cancel the withdrawal until it is sent.')

  const end = (canCancel: boolean) =>
    textOf(
      <ConfirmBonusEnd
        names={['Harbour']}
        lost={1250}
        currency="EUR"
        canCancel={canCancel}
        isBusy={false}
        onConfirm={nothing}
        onKeep={nothing}
      />,
    )
  expect(end(false)).toContain('This withdrawal ends “Harbour”. You lose €12.50 of bonus money.')
  expect(end(false)).not.toContain('Cancelling')
  expect(end(true)).toContain('Cancelling the withdrawal later does not restore the bonus.')
})
