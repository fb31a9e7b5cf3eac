import { expect, test } from 'vitest'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { ImpossibleMove, type Mover } from '../../kernel/machine.ts'
import { depositStates, type InvoiceMove, moved, type Moved, withdrawalStates } from './states.ts'

const movers: Mover[] = ['player', 'operator', 'partner', 'system']
const moves: InvoiceMove[] = [
  ...(['asked', 'seen', 'parked', 'paid', 'failed', 'declined', 'expired'] as const),
  ...(['queried', 'approved', 'reviewed', 'sent', 'returned'] as const),
]
const lives = [
  { type: InvoiceType.deposit, table: depositStates.table },
  { type: InvoiceType.withdrawal, table: withdrawalStates.table },
]
const rowIn = (type: number, state: string) =>
  state === 'partner-review'
    ? { type, stage: 'review', review: null }
    : { type, stage: state, review: type === InvoiceType.withdrawal && state === 'review' ? 'open' : null }

function attempt(type: number, state: string, move: InvoiceMove, by: Mover): Moved | null {
  try {
    return moved(rowIn(type, state), move, by)
  } catch (error) {
    expect(error).toBeInstanceOf(ImpossibleMove)
    return null
  }
}

// Shows: ASVS 2.3.1
test('of all moves in all states by all actors, exactly those in the tables are possible', () => {
  let made = 0
  for (const { type, table } of lives)
    for (const [state, allowed] of Object.entries(table))
      for (const move of moves)
        for (const by of movers) {
          const entry = (allowed as Partial<Record<InvoiceMove, { to: string; by: readonly Mover[] }>>)[move]
          const result = attempt(type, state, move, by)
          expect(result !== null, `${state} ${move} ${by}`).toBe(entry?.by.includes(by) === true)
          if (result) expect(result.stage).toBe(entry!.to === 'partner-review' ? 'review' : entry!.to)
          if (result) made++
        }
  expect(made).toBe(56)
})

test('final states allow no move, and only a paid one is a success', () => {
  for (const { type, table } of lives)
    for (const [state, allowed] of Object.entries(table)) {
      for (const move of Object.keys(allowed) as InvoiceMove[]) {
        const by = (allowed as Record<string, { by: readonly Mover[] }>)[move]!.by[0]!
        const { stage, status } = moved(rowIn(type, state), move, by)
        const isOver = Object.keys((table as Record<string, object>)[stage] ?? {}).length === 0
        expect(status, `${state} ${move}`).toBe(
          stage === 'paid' ? InvoiceStatus.success : isOver ? InvoiceStatus.failed : InvoiceStatus.pending,
        )
      }
    }
})

test.each([
  ['a deposit whose money is on its way', InvoiceType.deposit, 'confirming', 'declined', 'player'],
  ['a deposit whose money is on its way', InvoiceType.deposit, 'confirming', 'expired', 'system'],
  ['a deposit in suspense', InvoiceType.deposit, 'review', 'paid', 'partner'],
  ['a deposit in suspense', InvoiceType.deposit, 'review', 'failed', 'partner'],
  ['a withdrawal in review', InvoiceType.withdrawal, 'review', 'sent', 'partner'],
  ['a withdrawal in review', InvoiceType.withdrawal, 'review', 'approved', 'system'],
  ['a sent withdrawal', InvoiceType.withdrawal, 'sent', 'declined', 'player'],
  ['a paid withdrawal', InvoiceType.withdrawal, 'paid', 'returned', 'partner'],
] as const)('%s (%i, %s) cannot be %s by the %s', (_name, type, state, move, by) => {
  expect(attempt(type, state, move, by)).toBeNull()
})

test('the end of a review is stored with the move that ends it, and no other move touches it', () => {
  const review = (move: InvoiceMove, by: Mover) => moved(rowIn(InvoiceType.withdrawal, 'review'), move, by).review
  expect([review('approved', 'operator'), review('returned', 'operator'), review('declined', 'player')]).toEqual([
    'approved',
    'declined',
    'withdrawn',
  ])
  const created = { type: InvoiceType.withdrawal, stage: 'created', review: null }
  expect(moved(created, 'queried', 'system')).toMatchObject({ stage: 'review', review: 'open' })
  expect(moved(created, 'reviewed', 'partner')).toEqual({ status: 1, stage: 'review' })
  const approved = { type: InvoiceType.withdrawal, stage: 'approved', review: 'approved' }
  expect(moved(approved, 'sent', 'partner')).not.toHaveProperty('review')
})
