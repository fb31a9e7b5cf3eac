import { afterEach, expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import type { ModalProps } from '../../modals.ts'
import { modal as redirect } from '../../modals/deposit-redirect.tsx'
import { awaitedInvoice, awaitInvoice, forgetAwaitedInvoice } from './awaited-invoice.ts'
import { useNamedInvoice } from './use-invoice.ts'

const run = hooks()
const redirectView = redirect.View as (props: ModalProps) => unknown
afterEach(forgetAwaitedInvoice)
const id = '00000000-0000-4000-8000-000000000001'
const invoice = (status: number) => ({ data: [{ id, type: 1, status, publicData: {} }], meta: {} })

// Shows: 7.4.4
test('an id that is none, or of no invoice of the player, is missing', async () => {
  const mistyped = await run(() => useNamedInvoice('not an id'))
  expect([mistyped.current.isMissing, mistyped.calls]).toEqual([true, []])
  const unknown = await run(() => useNamedInvoice(id), { answer: () => ({ body: { data: [], meta: {} } }) })
  await unknown.pass(1)
  expect(unknown.current).toEqual({ invoice: undefined, isMissing: true })
  expect((await run(() => useNamedInvoice(null))).current.isMissing).toBe(false)
})

// Shows: 4.7.3, 4.8.3
test.each([
  [1, id],
  [2, null],
  [3, null],
])('the deposit that awaits its code is kept in the session with the status %i: %s', async (status, kept) => {
  awaitInvoice(id)
  const page = await run(() => redirectView({ value: 'true' }), { answer: () => ({ body: invoice(status) }) })
  await page.pass(1)
  expect(awaitedInvoice()).toBe(kept)
})
