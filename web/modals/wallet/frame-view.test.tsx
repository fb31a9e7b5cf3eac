import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { FrameView, PartnerFrame } from './frame-view.tsx'
import { QrView } from './qr-view.tsx'
import type { Started } from './use-start-deposit.ts'

// Shows: 3.14.1, 4.8.2
test('the page of a partner gets the fields of the reply beside those of its address', () => {
  const page = { action: 'https://bank.example/pay?lang=de', fields: { token: 'a b', order: '7' } }
  const src = /<iframe[^>]*src="([^"]*)"/.exec(markupOf(<PartnerFrame page={page} />))?.[1]
  expect(src?.replaceAll('&amp;', '&')).toBe('https://bank.example/pay?lang=de&token=a+b&order=7')
  expect(markupOf(<PartnerFrame page={{ action: null, fields: {} }} />)).toBe('')
})

const invoiceId = 'b7c3a1de-0000-4000-8000-000000000001'
const started = {
  method: { processingType: 'iframe' },
  reply: { invoiceId, action: 'https://bank.example/pay', fields: {}, qr: 'pix-code', address: null, tag: null },
  amount: 2500,
  currency: 'EUR',
} as unknown as Started

// Shows: 3.16.1
test.each([
  [1, null],
  [2, 'paid'],
  [3, 'failed'],
])('a payment of the status %i in a frame or by QR code shows as its end: %s', (status, end) => {
  const invoice = {
    id: invoiceId,
    type: 1,
    status,
    stage: end ?? 'awaiting-payment',
    amount: 2500,
    currency: 'EUR',
    timeline: [],
    owner: null,
    expectedBy: null,
    publicData: {},
  }
  const key = apiKey('GET /api/payment/invoices', { query: { id: invoiceId, perPage: 1 } })
  for (const view of [
    <FrameView key="frame" started={started} onLeave={nothing} />,
    <QrView key="qr" started={started} onLeave={nothing} />,
  ]) {
    const shown = markupOf(view, { answers: [[key, { data: [invoice] }]] })
    expect(/data-end="([\w-]+)"/.exec(shown)?.[1] ?? null).toBe(end)
  }
})

function nothing(): void {}
