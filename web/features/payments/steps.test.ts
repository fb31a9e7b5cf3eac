import { expect, test } from 'vitest'
import type { InvoiceStage } from '#contract/payments.ts'
import { stepsOf } from './steps.ts'

const at = '2026-11-21T12:00:00.000Z'
const timeline = (...stages: InvoiceStage[]) => stages.map((stage) => ({ stage, at }))
const read = (invoice: Parameters<typeof stepsOf>[0]) => stepsOf(invoice).map(({ stage, state }) => `${stage} ${state}`)

test('a pending withdrawal shows where it is and what is still to come', () => {
  expect(read({ type: 2, status: 1, timeline: timeline('created', 'review') })).toEqual([
    'created done',
    'review current',
    'sent ahead',
    'paid ahead',
  ])
})

test('a paid deposit shows only what happened', () => {
  expect(read({ type: 1, status: 2, timeline: timeline('created', 'awaiting-payment', 'confirming', 'paid') })).toEqual(
    ['created done', 'awaiting-payment done', 'confirming done', 'paid done'],
  )
})

test('a failed one ends at its failure', () => {
  expect(read({ type: 1, status: 3, timeline: timeline('created', 'awaiting-payment', 'declined') })).toEqual([
    'created done',
    'awaiting-payment done',
    'declined failed',
  ])
})

test('a deposit that a person must look at still has its payment ahead', () => {
  expect(read({ type: 1, status: 1, timeline: timeline('created', 'awaiting-payment', 'review') })).toEqual([
    'created done',
    'awaiting-payment done',
    'review current',
    'paid ahead',
  ])
})
