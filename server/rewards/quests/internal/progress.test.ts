import { describe, expect, test } from 'vitest'
import { advance, type QuestEvent, type Task, whole } from './progress.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const task = (part: Partial<Task> & Pick<Task, 'type' | 'quantity'>): Task => ({
  multiplier: null,
  minStake: null,
  minOdds: null,
  games: null,
  progress: 0n,
  seen: [],
  lastDay: null,
  completedAt: null,
  ...part,
})
type Round = Extract<QuestEvent, { kind: 'round' }>
const round = (part: Partial<Round> = {}): Round => ({
  kind: 'round',
  at: at('22T12:00'),
  gameId: 'dice',
  worth: 100n * whole,
  staked: 100n,
  won: 0n,
  ...part,
})
const after = (tasks: Task[], events: QuestEvent[], inSequence = false) => advance(tasks, inSequence, events)
const progressOf = (tasks: Task[]) => tasks.map(({ progress }) => Number(progress / whole))

describe('a task counts', () => {
  test('stakes up to its quantity, and is completed by the round that reaches it', () => {
    const staked = task({ type: 'stake', quantity: 250n })
    expect(after([staked], [round(), round()])).toMatchObject([{ progress: 200n * whole, completedAt: null }])
    const done = after([staked], [round(), round(), round({ at: at('22T13:00') }), round({ at: at('22T14:00') })])
    expect(done).toMatchObject([{ progress: 250n * whole, completedAt: at('22T13:00') }])
  })

  test('parts of a subunit of exchanged stakes, without losing any', () => {
    const exchanged = Array.from({ length: 3 }, () => round({ worth: 333_334n }))
    expect(after([task({ type: 'stake', quantity: 1n })], exchanged)).toMatchObject([{ completedAt: at('22T12:00') }])
    expect(after([task({ type: 'stake', quantity: 1n })], exchanged.slice(1))).toMatchObject([{ completedAt: null }])
  })

  test('rounds with the least stake, on its games only', () => {
    const rounds = task({ type: 'rounds', quantity: 5n, minStake: 100n, games: ['dice', 'tidepool'] })
    const events = [
      round(),
      round({ worth: 100n * whole - 1n }),
      round({ gameId: 'tidepool' }),
      round({ gameId: 'other' }),
    ]
    expect(progressOf(after([rounds], events))).toEqual([2])
  })

  test('wins of exactly the multiple and above, not a subunit below', () => {
    const wins = task({ type: 'multiplier', quantity: 9n, multiplier: 2.5 })
    expect(
      progressOf(
        after(
          [wins],
          [250n, 249n, 1_000n].map((won) => round({ won })),
        ),
      ),
    ).toEqual([2])
  })

  test('each game once', () => {
    const games = ['a', 'b', 'a', 'c', 'b'].map((gameId) => round({ gameId }))
    expect(progressOf(after([task({ type: 'games', quantity: 5n })], games))).toEqual([3])
  })

  test('days in a row: a day counts once, a missed day restarts the count, an earlier day changes nothing', () => {
    const days = task({ type: 'days', quantity: 3n })
    const play = (...moments: string[]) => moments.map((each) => round({ at: at(each) }))
    expect(progressOf(after([days], play('22T00:00', '22T23:59:59', '23T00:00')))).toEqual([2])
    expect(progressOf(after([days], play('22T12:00', '23T12:00', '25T12:00')))).toEqual([1])
    expect(progressOf(after([days], play('22T12:00', '23T12:00', '22T13:00')))).toEqual([2])
    expect(after([days], play('22T12:00', '23T12:00', '24T12:00'))).toMatchObject([{ completedAt: at('24T12:00') }])
  })

  test('deposits, a confirmed identity and a limit; no other event', () => {
    const tasks = [
      task({ type: 'deposit', quantity: 500n }),
      task({ type: 'verification', quantity: 1n }),
      task({ type: 'limit', quantity: 1n }),
    ]
    expect(progressOf(after(tasks, [round()]))).toEqual([0, 0, 0])
    const events: QuestEvent[] = [
      { kind: 'deposit', at: at('22T12:00'), worth: 300n * whole },
      { kind: 'limit', at: at('22T12:00') },
    ]
    expect(progressOf(after(tasks, events))).toEqual([300, 0, 1])
  })
})

test('in a sequence a task counts from the event after the one that completed the task before it', () => {
  const tasks = [
    task({ type: 'deposit', quantity: 100n }),
    task({ type: 'rounds', quantity: 1n }),
    task({ type: 'rounds', quantity: 2n }),
  ]
  const paid: QuestEvent = { kind: 'deposit', at: at('22T12:00'), worth: 100n * whole }
  expect(progressOf(after(tasks, [round(), paid, paid, round(), round()], true))).toEqual([100, 1, 1])
  expect(progressOf(after(tasks, [round(), paid, paid, round(), round()]))).toEqual([100, 1, 2])
})

test('tasks that an event does not move are the same objects as before', () => {
  const tasks = [task({ type: 'rounds', quantity: 5n }), task({ type: 'limit', quantity: 1n })]
  const moved = advance(tasks, false, [round()])
  expect(moved[0]).not.toBe(tasks[0])
  expect(moved[1]).toBe(tasks[1])
})
