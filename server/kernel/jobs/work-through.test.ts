import { expect, test } from 'vitest'
import { workThrough } from './work-through.ts'

const pagesOf = (rows: number[]) => async (last: number | undefined, size: number) =>
  rows.filter((row) => last === undefined || row > last).slice(0, size)

test('every row is settled once, in pages of any size', async () => {
  for (const size of [1, 2, 3, 7, 10]) {
    const seen: number[] = []
    const settle = async (row: number) => seen.push(row) > 0
    const rows = Array.from({ length: 7 }, (_, index) => index)
    expect(await workThrough({ error: () => {} }, { name: 'test', read: pagesOf(rows), settle, size })).toBe(7)
    expect(seen).toEqual(rows)
  }
})

test('a row that fails is logged, and the rows after it are settled', async () => {
  const logged: unknown[] = []
  const seen: number[] = []
  const settle = async (row: number) => {
    if (row % 2 === 0) throw new Error(`row ${row}`)
    return seen.push(row) > 0
  }
  const log = { error: (detail: unknown) => void logged.push(detail) }
  expect(await workThrough(log, { name: 'test', read: pagesOf([1, 2, 3, 4]), settle, size: 2 })).toBe(2)
  expect(seen).toEqual([1, 3])
  expect(logged).toHaveLength(2)
})
