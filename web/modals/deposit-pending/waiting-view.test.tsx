/** Tests of the waiting view of a deposit in all states of the invoice. */
import { describe, expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { Invoice } from '#contract/payments.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { qrPicture } from '../../features/payments/qr-code.tsx'
import { type PaymentPage, WaitingView } from './waiting-view.tsx'

await qrPicture.load()

const unpaid: Invoice = {
  id: '01990000-0000-7000-8000-000000000001',
  number: 'D-1042',
  type: 1,
  status: 1,
  method: 'sandbox.card',
  methodNames: { en: 'Card', de: 'Karte', 'pt-BR': 'Cartão', ar: 'بطاقة' },
  amount: 50_00,
  currency: 'EUR',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:01.000Z',
  stage: 'awaiting-payment',
  timeline: [
    { stage: 'created', at: '2026-01-01T10:00:00.000Z' },
    { stage: 'awaiting-payment', at: '2026-01-01T10:00:01.000Z' },
  ],
  owner: 'player',
  expectedBy: '2026-01-01T10:30:00.000Z',
  detail: null,
  publicData: {},
  version: 2,
}
const detected: Invoice = { ...unpaid, stage: 'confirming', owner: 'partner', version: 3 }
const window: PaymentPage = {
  invoiceId: unpaid.id,
  action: 'https://partner.example/pay/1',
  fields: {},
  qr: null,
  address: null,
  tag: null,
  processingType: 'form',
}

function show(invoice: Invoice, page: PaymentPage | null, locale = 'en'): { html: string; text: string } {
  const view = <WaitingView invoice={invoice} page={page} onOpen={() => undefined} cancel={<button>cancel</button>} />
  return { html: markupOf(view, { locale }), text: textOf(view, { locale }) }
}
const again = 'Open payment page again'

describe('while the deposit is unpaid', () => {
  test('a payment page in a window can be opened again', () => {
    const { text } = show(unpaid, window)
    for (const part of ['€50.00', 'D-1042', 'Complete the payment in the window that opened', again, 'cancel'])
      expect(text).toContain(part)
  })

  test('a payment page for a frame is shown in the view', () => {
    const { html, text } = show(unpaid, { ...window, processingType: 'iframe' })
    expect(html).toContain('src="https://partner.example/pay/1"')
    expect(text).not.toContain(again)
  })

  test('without a payment page, no button to open it is shown', () => {
    const { html, text } = show(unpaid, null)
    expect(text).not.toContain(again)
    expect(html).not.toContain('<iframe')
    expect(text).toContain('The next steps will appear here in a moment.')
  })

  test("the partner's payment code is shown with a copy button", () => {
    const { text } = show({ ...unpaid, publicData: { paymentCode: '4071 2250' } }, null)
    expect(text).toContain('4071 2250')
    expect(text).toContain('Copy number')
  })
})

test('after a payment was detected, nothing offers to pay again', () => {
  const { html, text } = show(
    { ...detected, publicData: { qr: 'bank://pay', paymentCode: '4071 2250' } },
    { ...window, qr: 'bank://pay' },
  )
  for (const part of [again, '4071 2250', 'Copy number', 'bank://pay']) expect(text + html).not.toContain(part)
  expect(html).not.toContain('<iframe')
})

describe('a QR code', () => {
  test('that contains the address of an app is shown with a link to it', () => {
    const { html, text } = show({ ...unpaid, publicData: { qr: 'bankapp://pay/1' } }, null)
    expect(html).toContain('href="bankapp://pay/1"')
    expect(text).toContain('Open your banking app')
  })

  // Shows: ASVS 1.2.2
  test.each(['00020126580014br.gov.bcb.pix', 'javascript:alert(1)', 'data:text/html,x'])(
    '%s is not shown as a link',
    (qr) => {
      const { html } = show({ ...unpaid, publicData: { qr } }, null)
      expect(html).not.toContain('<a ')
      expect(html).toContain('<img')
    },
  )
})

test.each(locales)('has all its texts in %s', (locale) => {
  for (const [invoice, page] of [
    [unpaid, window],
    [unpaid, null],
    [detected, null],
    [{ ...unpaid, publicData: { paymentCode: '4071', qr: 'bankapp://pay' } }, null],
  ] as const)
    // A missing label would be shown as its key.
    expect(show(invoice, page, locale).text).not.toMatch(/\b[a-z]+[A-Z]\w+\b|\w_\w/)
})
