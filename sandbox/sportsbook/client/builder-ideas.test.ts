import { expect, test } from 'vitest'
import type { WireMarket } from '../wire.ts'
import { ideasOf } from './builder-ideas.ts'

const market = (id: string, odds: WireMarket['odds']): WireMarket => {
  const [type, line] = id.split(':')
  return { id, type: type!, line: line ?? null, version: 1, state: 'open', odds }
}
const namesOf = (markets: WireMarket[]) =>
  ideasOf({ markets }).map(({ parts }) => parts.map(({ market: of, outcome }) => `${of} ${outcome}`).join(' + '))
const result = market('result', { home: '2.60', draw: '3.40', away: '2.40' })
const both = market('bothScore', { yes: '1.80', no: '1.90' })

test('a match offers its favourite and goals, with the total that is closest to even', () => {
  const totals = [
    market('total:1.5', { over: '1.28', under: '3.40' }),
    market('total:2.5', { over: '1.92', under: '1.86' }),
  ]
  expect(namesOf([result, ...totals, both])).toEqual([
    'result away + total:2.5 over',
    'result away + bothScore yes',
    'bothScore yes + total:2.5 over',
  ])
})

test('a combination whose part has no price is not offered', () => {
  expect(namesOf([result, both])).toEqual(['result away + bothScore yes'])
  expect(namesOf([result, market('bothScore', { yes: null, no: null })])).toEqual([])
  expect(namesOf([])).toEqual([])
})
