/** Tests of the tiles of payment methods. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import { MethodPicture, type PaymentMethod } from '#contract/payments.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { MethodLogo, MethodList } from './method-list.tsx'
import { OpenApp } from './qr-view.tsx'

const card: PaymentMethod = {
  method: 'x.card',
  names: { en: 'Card' },
  type: 'form',
  kind: 'card',
  logo: null,
  processingType: 'form',
  amountMin: 1000,
  amountMax: 500_000,
  presets: [],
  fields: [],
}
const free = { percent: 0, fixed: 0, isNetworkFee: false }

const list = (change: Partial<PaymentMethod>, locale = 'en') =>
  textOf(<MethodList methods={[{ ...card, ...change }]} currency="EUR" chosen={null} onChoose={() => undefined} />, {
    locale,
  })

describe('a tile', () => {
  test.each([
    ['what is free', { fee: free }, 'No fee'],
    ['a percentage and a fixed part', { fee: { ...free, percent: 1.5, fixed: 35 } }, 'Fee 1.5% + €0.35'],
    ['a fixed part alone', { fee: { ...free, fixed: 100 } }, 'Fee €1'],
    ["the network's fee", { fee: { ...free, isNetworkFee: true } }, 'Network fee applies'],
    ['at once', { arrival: { fromSeconds: 0, toSeconds: 60 } }, 'Instant'],
    ['minutes', { arrival: { fromSeconds: 60, toSeconds: 1800 } }, 'Takes 1–\u206030 minutes'],
    ['one bound', { arrival: { fromSeconds: 0, toSeconds: 1800 } }, 'Within 30 minutes'],
    ['hours', { arrival: { fromSeconds: 1800, toSeconds: 7200 } }, 'Within 2 hours'],
    ['days', { arrival: { fromSeconds: 86_400, toSeconds: 3 * 86_400 } }, 'Takes 1–\u20603 days'],
    ['a measured time', { arrival: { fromSeconds: 1799, toSeconds: 1801 } }, 'Takes 29–\u206031 minutes'],
    ['the last one used', { isLastUsed: true }, 'Last used'],
  ] as const)('shows %s', (_case, change, text) => {
    expect(list(change)).toContain(text)
  })

  // Shows: 2.5.8
  test('omits unknown fee and duration', () => {
    expect(list({})).toBe('Card from €10')
  })

  test.each(locales)('has all its texts in %s', (locale) => {
    for (const fee of [free, { ...free, percent: 1 }, { ...free, isNetworkFee: true }])
      for (const toSeconds of [30, 600, 7200, 9 * 86_400])
        for (const fromSeconds of [0, toSeconds / 2])
          expect(list({ fee, arrival: { fromSeconds, toSeconds }, isLastUsed: true }, locale)).not.toMatch(
            /[a-z][A-Z]\w+|undefined|NaN/,
          )
  })
})

describe('a picture', () => {
  const drawn = readFileSync(new URL('method-pictures.svg', import.meta.url), 'utf8')
  const shown = (change: Partial<PaymentMethod>) =>
    markupOf(<MethodLogo method={{ ...card, ...change }} currency="USDT" />)

  test.each(MethodPicture.options)('is drawn for %s', (picture) => {
    expect(drawn).toContain(`<symbol id="${picture}"`)
    expect(shown({ picture })).toContain(`#${picture}"`)
  })

  // Shows: 2.5.5, 3.12.2
  test("is the operator's logo, else the picture of the method, else that of cards or the currency", () => {
    expect(shown({ logo: '/images/x', picture: 'instant' })).toContain('src="/images/x"')
    expect(shown({ kind: 'bank', picture: 'instant' })).toContain('#instant"')
    expect(shown({ method: '0x.withdrawal.cash_agent', kind: 'cash' })).toContain('#cash-agent"')
    for (const kind of ['card', 'bank', 'cash'] as const) expect(shown({ kind })).toContain('#card"')
    expect(shown({ kind: 'crypto' })).toContain('#coin-usdt"')
  })
})

test.each([
  ['bitcoin:bc1qxyz', 'Open your wallet app'],
  ['ethereum:0x1/transfer?address=0x2', 'Open your wallet app'],
  ['https://bank.example/pay/1', 'Open your banking app'],
])('the QR content %s has a link to an app', (content, text) => {
  const html = markupOf(<OpenApp content={content} />)
  expect(html).toContain(`href="${content}"`)
  expect(html).toContain(text)
})

test.each(['0x52908400098527886E0F7030069857D2E4169EE7', 'javascript:alert(1)'])(
  'the QR content %s has no link',
  (content) => {
    expect(markupOf(<OpenApp content={content} />)).toBe('')
  },
)
