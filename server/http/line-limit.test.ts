import { expect, test } from 'vitest'
import { limitLines } from './line-limit.ts'

function limiter() {
  let now = 1_000_000
  const suppressedBefore = limitLines({ now: () => new Date(now) })
  const times = (count: number, kind: string) => Array.from({ length: count }, () => suppressedBefore(kind))
  return { suppressedBefore, times, pass: (ms: number) => (now += ms) }
}

test('ten lines of a kind are logged a minute, and the next one states once how many were not', () => {
  const { suppressedBefore, times, pass } = limiter()
  expect(times(12, 'a')).toEqual([...Array<number>(10).fill(0), null, null])
  pass(59_999)
  expect(suppressedBefore('a')).toBeNull()
  pass(1)
  expect(times(2, 'a')).toEqual([3, 0])
})

test('the minute begins with its first line, not with the last one', () => {
  const { times, pass } = limiter()
  times(9, 'a')
  pass(50_000)
  expect(times(2, 'a')).toEqual([0, null])
  pass(10_000)
  expect(times(11, 'a')).toEqual([1, ...Array<number>(9).fill(0), null])
})

test('no kind takes lines from another one, up to 200 kinds; all others share ten lines', () => {
  const { suppressedBefore, times } = limiter()
  expect(times(11, 'kind 0').at(-1)).toBeNull()
  for (let kind = 1; kind < 200; kind++) expect(suppressedBefore(`kind ${kind}`), `kind ${kind}`).toBe(0)
  const others = Array.from({ length: 11 }, (_, index) => suppressedBefore(`new ${index}`))
  expect(others).toEqual([...Array<number>(10).fill(0), null])
  expect(suppressedBefore('kind 199')).toBe(0)
})
