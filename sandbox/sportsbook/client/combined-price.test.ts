import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BuilderPrice } from '../wire.ts'
import { createCombinedPrice } from './combined-price.ts'
import { Refused, type Server } from './server.ts'
import type { SlipPick } from './slip.ts'
import type { State } from './state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pick = (eventId: string, market: string) => ({ eventId, market, outcome: 'over', sport: 'football' }) as SlipPick
const price = (more: Partial<BuilderPrice> = {}): BuilderPrice => ({
  code: 'a:over_b:over',
  version: 1,
  state: 'open',
  odds: '2.500',
  keptShare: 0.07,
  ...more,
})

function slipWith(picks: SlipPick[], answer: (eventId: string) => BuilderPrice | Refused) {
  const state = {
    tab: 'builder',
    picks,
    builders: new Map(),
    builderFault: null,
    keptShare: null,
  } as unknown as State
  const builder = vi.fn(async (eventId: string, _parts: unknown) => {
    const found = answer(eventId)
    if (found instanceof Refused) throw found
    return found
  })
  const [changed, priced, updatePick] = [vi.fn(), vi.fn(), vi.fn()]
  const server = { builder } as unknown as Server
  return {
    state,
    builder,
    changed,
    priced,
    updatePick,
    combined: createCombinedPrice({ state, server, changed, priced, updatePick }),
  }
}
const two = [pick('m1', 'a'), pick('m1', 'b')]

test('each match with several selections has one price, and a match with one selection is not asked about', async () => {
  const { state, combined, builder, priced } = slipWith([...two, pick('m2', 'a')], () => price())
  await combined.read()
  expect(builder.mock.calls).toEqual([
    [
      'm1',
      [
        { market: 'a', outcome: 'over' },
        { market: 'b', outcome: 'over' },
      ],
    ],
  ])
  expect(state.builders.get('m1')).toMatchObject({ odds: '2.500', outcome: 'a:over_b:over', market: 'builder' })
  expect([...state.builders.keys()]).toEqual(['m1'])
  expect(priced).toHaveBeenCalledOnce()
  // The share of the house follows from the whole slip.
  expect(state.keptShare).toBeNull()
})

test('a slip of one match has its share of the house, and its first price alone is announced', async () => {
  const { state, combined, priced, changed, updatePick } = slipWith(two, () => price())
  await combined.read()
  expect(state.keptShare).toBe(0.07)
  await combined.read()
  expect([priced.mock.calls.length, changed.mock.calls.length]).toEqual([1, 2])
  expect(updatePick).toHaveBeenCalledOnce()
  expect(updatePick.mock.calls[0]![1]).toMatchObject({ odds: { 'a:over_b:over': '2.500' }, version: 1, state: 'open' })
})

test('a refused combination has no price and says why; without an answer the price stays', async () => {
  let answer: BuilderPrice | Refused = price()
  const { state, combined } = slipWith(two, () => answer)
  await combined.read()
  answer = new Refused(0, { error: 'offline' })
  await combined.read()
  expect([state.builders.size, state.builderFault]).toEqual([1, null])
  answer = new Refused(422, { error: 'notCombined' })
  await combined.read()
  expect([state.builders.size, state.builderFault]).toEqual([0, 'notCombined'])
})

test('a suspended combination is told from a closed one and from one that never had a price', async () => {
  let answer = price()
  const { state, combined } = slipWith(two, () => answer)
  const faultAfter = async (more: Partial<BuilderPrice>) => {
    answer = price(more)
    await combined.read()
    return state.builderFault
  }
  expect(await faultAfter({ state: 'settled' as never, odds: null })).toBe('notCombined')
  expect(await faultAfter({})).toBeNull()
  expect(await faultAfter({ state: 'suspended' })).toBe('marketSuspended')
  expect(await faultAfter({ state: 'settled' as never })).toBe('marketClosed')
})

test('an answer for selections that changed meanwhile is ignored', async () => {
  const { state, combined, changed } = slipWith(two, () => price())
  const reading = combined.read()
  state.picks = [...two]
  await reading
  expect([state.builders.size, changed.mock.calls.length]).toEqual([0, 0])
})

test('the price is read again every four seconds while it is shown, and soon after a change once', async () => {
  const { state, combined, builder } = slipWith(two, () => price())
  combined.readSoon()
  combined.readSoon()
  await vi.advanceTimersByTimeAsync(199)
  expect(builder).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(builder).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3999)
  expect(builder).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(builder).toHaveBeenCalledTimes(2)
  state.tab = 'multi'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(builder).toHaveBeenCalledTimes(2)
  state.tab = 'builder'
  combined.readSoon()
  combined.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(builder).toHaveBeenCalledTimes(2)
})

test('the price of other selections than those on the slip is removed, with its fault', async () => {
  const { state, combined } = slipWith(two, () => price())
  await combined.read()
  combined.dropOld()
  expect(state.builders.size).toBe(1)
  state.builderFault = 'marketSuspended'
  state.picks = [pick('m1', 'a'), pick('m1', 'c')]
  combined.dropOld()
  expect([state.builders.size, state.builderFault]).toEqual([0, null])
  state.picks = two
  await combined.read()
  state.picks = [two[0]!]
  combined.dropOld()
  expect(state.builders.size).toBe(0)
})
