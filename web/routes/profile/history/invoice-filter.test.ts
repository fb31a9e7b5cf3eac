import { expect, test } from 'vitest'
import { filterPath, filterQuery, isFiltered, readFilter } from './invoice-filter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test('a filter comes back from the address as it was put there', () => {
  const filter = { type: '2', status: '1', currency: 'BTC', from: '2026-01-31', to: '2026-02-28' }
  expect(read(filterPath(filter).slice(1))).toEqual(filter)
})

test('invalid values in the URL filter nothing', () => {
  const filter = read('type=3&status=x&currency=<b>&from=yesterday&to=2026-13-45')
  expect(isFiltered(filter)).toBe(false)
  expect(filterQuery(filter)).toEqual({})
})

test('the last day counts as a whole', () => {
  expect(filterQuery(read('from=2026-02-01&to=2026-02-28'))).toEqual({
    from: '2026-02-01T00:00:00Z',
    to: '2026-03-01T00:00:00.000Z',
  })
})
