import { expect, test } from 'vitest'
import { keepNewer, SeenVersions, mergePushed } from './newest.ts'

const at = (id: string, version: number) => ({ id, version })

test('a push replaces an older version, and an outdated push changes nothing', () => {
  expect(mergePushed([at('a', 5), at('b', 1)], at('a', 4))).toEqual([at('a', 5), at('b', 1)])
  expect(mergePushed([at('a', 5), at('b', 1)], at('b', 2))).toEqual([at('a', 5), at('b', 2)])
})

test('a pushed object that is not in the list is put first', () => {
  expect(mergePushed([at('a', 5)], at('n', 1))).toEqual([at('n', 1), at('a', 5)])
})

test('a fetched list keeps newer pushed objects, and drops objects that it no longer contains', () => {
  expect(keepNewer([at('a', 6), at('gone', 1)], [at('a', 5), at('b', 1)])).toEqual([at('a', 6), at('b', 1)])
  expect(keepNewer(undefined, [at('a', 5)])).toEqual([at('a', 5)])
})

test('with equal versions the fetched object is used, because some figures change without a new version', () => {
  expect(keepNewer([{ ...at('a', 5), left: 100 }], [{ ...at('a', 5), left: 40 }])).toEqual([
    { ...at('a', 5), left: 40 },
  ])
})

test('a repeated or outdated publication is ignored, separately for each object and event', () => {
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

test('an event whose payload has no id is always new', () => {
  const seen = new SeenVersions()
  const online = { event: 'online', payload: { count: 1 }, version: 1 }
  expect([seen.isNews('global:online', online), seen.isNews('global:online', online)]).toEqual([true, true])
})
