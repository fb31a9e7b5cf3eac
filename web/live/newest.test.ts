import { expect, test } from 'vitest'
import { keepNewer, SeenVersions, mergePushed } from './newest.ts'

const at = (id: string, version: number) => ({ id, version })

test('a late push never overwrites newer data', () => {
  expect(mergePushed([at('a', 5), at('b', 1)], at('a', 4))).toEqual([at('a', 5), at('b', 1)])
  expect(mergePushed([at('a', 5), at('b', 1)], at('b', 2))).toEqual([at('a', 5), at('b', 2)])
})

test('a new object comes first', () => {
  expect(mergePushed([at('a', 5)], at('n', 1))).toEqual([at('n', 1), at('a', 5)])
})

test('a read that was under way when a push came does not bring the old object back, but does take objects away', () => {
  expect(keepNewer([at('a', 6), at('gone', 1)], [at('a', 5), at('b', 1)])).toEqual([at('a', 6), at('b', 1)])
  expect(keepNewer(undefined, [at('a', 5)])).toEqual([at('a', 5)])
})

test('of two objects of one version the one just read stays: what moves without a new version, such as a wager, is not frozen', () => {
  expect(keepNewer([{ ...at('a', 5), left: 100 }], [{ ...at('a', 5), left: 40 }])).toEqual([
    { ...at('a', 5), left: 40 },
  ])
})

test('a publication repeated or overtaken is passed over, each object and event for itself', () => {
  const seen = new SeenVersions()
  const news = (event: string, id: string, version: number) =>
    seen.isNews('payment:invoices#1', { event, payload: { id }, version })
  expect([news('deposit', 'a', 2), news('deposit', 'a', 2), news('deposit', 'a', 1), news('deposit', 'a', 3)]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([news('deposit', 'b', 1), news('withdrawal', 'a', 1)]).toEqual([true, true])
})

test('events without an object of their own are always news', () => {
  const seen = new SeenVersions()
  const online = { event: 'online', payload: { count: 1 }, version: 1 }
  expect([seen.isNews('global:online', online), seen.isNews('global:online', online)]).toEqual([true, true])
})
