import { expect, test } from 'vitest'
import { filterPath, filterQuery, isFiltered, readFilter } from './invoice-filter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test('readFilter returns the filter that filterPath wrote', () => {
  const filter = { type: '2', status: '1', currency: 'BTC', from: '2026-01-31', to: '2026-02-28' }
  expect(read(filterPath(filter).slice(1))).toEqual(filter)
})

test('readFilter ignores invalid values', () => {
  const filter = read('type=3&status=x&currency=<b>&from=yesterday&to=2026-13-45')
  expect(isFiltered(filter)).toBe(false)
  expect(filterQuery(filter)).toEqual({})
})

test('the period includes the last day', () => {
  expect(filterQuery(read('from=2026-02-01&to=2026-02-28'))).toEqual({
    from: '2026-02-01T00:00:00Z',
    to: '2026-03-01T00:00:00.000Z',
  })
})
