import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { CancelInvoice } from './cancel-invoice.tsx'

const run = hooks()
const titleOf = (file: string, name: string) => (contentOf(`alerts/${file}`)[name] as { title: string }).title
type Button = ReactElement<{ onClick(): void; isBusy: boolean }>

// Shows: 4.7.1, 7.4.4
test.each([
  [200, '', []],
  [409, 'invoiceIsFinal', [titleOf('payments', 'cancelTooLate')]],
  [409, 'invoiceInProgress', [titleOf('payments', 'cancelTooLate')]],
  [503, 'unavailable', [titleOf('common', 'somethingWrong')]],
])(
  'an invoice that is declined with the answer %i %s is read again, with the alerts %j',
  async (status, name, alerts) => {
    const keys = [apiKey('GET /api/payment/invoices'), apiKey('GET /api/wallet/accounts')]
    let answerNow = () => {}
    const answered = new Promise<void>((resolve) => (answerNow = resolve))
    const page = await run(() => CancelInvoice({ invoice: { id: 'i1', type: 1 } }) as Button, {
      answers: keys.map((key) => [key, []]),
      answer({ route }) {
        if (!route.startsWith('PUT')) return undefined
        return answered.then(() => ({ status, body: { error: { name } } }))
      },
    })
    await page.perform(({ props }) => props.onClick())
    expect([page.current.props.isBusy, page.alerts]).toEqual([true, []])
    expect(keys.map((key) => page.client.getQueryState(key)!.isInvalidated)).toEqual([false, false])
    await page.perform(() => answerNow())
    expect(page.calls).toEqual([{ route: 'PUT /api/payment/invoices/i1/decline', body: null }])
    expect(page.alerts).toEqual(alerts)
    expect(keys.map((key) => page.client.getQueryState(key)!.isInvalidated)).toEqual([true, true])
    expect(page.current.props.isBusy).toBe(false)
  },
)
