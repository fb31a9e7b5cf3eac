/** The sandbox's statement: payments to and from the site, in chronological order, paged. */
import * as HttpStatus from '#contract/statuses.ts'
import { type Answer, json } from '../router.ts'
import type { State } from '../state.ts'

type Row = {
  type: 'payment' | 'payout'
  id: string
  reference: string
  amount: string
  currency: string
  createdAt: string
}

export function statement(state: State, query: URLSearchParams, pageSize: number): Answer {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999']
  const skip = Number(query.get('cursor') ?? 0)
  if (!Number.isInteger(skip) || skip < 0) return json(HttpStatus.unprocessable, { error: 'malformed' })
  const rows = [...payments(state), ...payouts(state)]
    .filter(({ createdAt }) => createdAt >= from && createdAt < to)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
  const end = skip + pageSize
  return json(HttpStatus.ok, { transactions: rows.slice(skip, end), next: rows.length > end ? String(end) : null })
}

function payments(state: State): Row[] {
  return Object.values(state.payments)
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, reference, amount, currency, createdAt }) => ({
      type: 'payment',
      id,
      reference,
      amount: amount ?? '0',
      currency,
      createdAt,
    }))
}

function payouts(state: State): Row[] {
  return Object.values(state.payouts)
    .filter(({ timesPaid }) => timesPaid > 0)
    .map(({ id, reference, amount, currency, createdAt }) => ({
      type: 'payout',
      id,
      reference,
      amount,
      currency,
      createdAt,
    }))
}
