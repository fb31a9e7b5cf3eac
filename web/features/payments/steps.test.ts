import { expect, test } from 'vitest'
import type { InvoiceStage } from '#contract/payments.ts'
import { stepsOf } from './steps.ts'

const at = '2026-11-21T12:00:00.000Z'
const timeline = (...stages: InvoiceStage[]) => stages.map((stage) => ({ stage, at }))
const read = (invoice: Parameters<typeof stepsOf>[0]) => stepsOf(invoice).map(({ stage, state }) => `${stage} ${state}`)

test('a pending withdrawal has past, current and future steps', () => {
  expect(read({ type: 2, status: 1, timeline: timeline('created', 'review') })).toEqual([
    'created done',
    'review current',
    'sent ahead',
    'paid ahead',
  ])
})

test('a paid deposit has only past steps', () => {
  expect(read({ type: 1, status: 2, timeline: timeline('created', 'awaiting-payment', 'confirming', 'paid') })).toEqual(
    ['created done', 'awaiting-payment done', 'confirming done', 'paid done'],
  )
})

test('a failed deposit ends with the failed step', () => {
  expect(read({ type: 1, status: 3, timeline: timeline('created', 'awaiting-payment', 'declined') })).toEqual([
    'created done',
    'awaiting-payment done',
    'declined failed',
  ])
})

test('a deposit in review still has the step "paid" ahead', () => {
  expect(read({ type: 1, status: 1, timeline: timeline('created', 'awaiting-payment', 'review') })).toEqual([
    'created done',
    'awaiting-payment done',
    'review current',
    'paid ahead',
  ])
})

test('a deposit that arrived during a break waits for a person, and no payment is asked for', () => {
  expect(read({ type: 1, status: 1, heldBy: 'exclusion', timeline: timeline('created', 'review') })).toEqual([
    'created done',
    'review current',
  ])
})
