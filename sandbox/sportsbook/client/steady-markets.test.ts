import { expect, test } from 'vitest'
import type { WireMarket } from '../wire.ts'
import type { State } from './state.ts'
import { steadyMarkets } from './steady-markets.ts'

const lined = (line: string): WireMarket => ({
  id: `total:${line}`,
  type: 'total',
  line,
  version: 1,
  state: 'open',
  odds: { over: '1.90', under: '1.90' },
})
const winner: WireMarket = {
  id: 'winner',
  type: 'winner',
  line: null,
  version: 1,
  state: 'open',
  odds: { home: '1.50', away: '2.40' },
}
const scores = (odds: WireMarket['odds']): WireMarket => ({ ...winner, id: 'scores', type: 'scores', odds })
const all = () => true

function page() {
  const state: Pick<State, 'places'> = { places: null }
  return (markets: WireMarket[], group = 'all', event = 'e') =>
    steadyMarkets(state, { id: event, markets }, group, all).map((kind) =>
      kind.map(({ id, state: of }) => (of === 'open' ? id : `${id} ${of}`)),
    )
}

test('lines are sorted when the page opens; a closed line stays in its place until another takes it', () => {
  const shown = page()
  expect(shown([winner, lined('22.5'), lined('20.5'), lined('21.5')])).toEqual([
    ['winner'],
    ['total:20.5', 'total:21.5', 'total:22.5'],
  ])
  // The lines move by one: the rest does not.
  expect(shown([lined('21.5'), lined('22.5'), winner])).toEqual([
    ['winner'],
    ['total:20.5 closed', 'total:21.5', 'total:22.5'],
  ])
  expect(shown([lined('22.5'), lined('21.5'), lined('23.5'), winner])).toEqual([
    ['winner'],
    ['total:23.5', 'total:21.5', 'total:22.5'],
  ])
  expect(shown([lined('21.5')])).toEqual([['winner closed'], ['total:23.5 closed', 'total:21.5', 'total:22.5 closed']])
})

test('another group, another match and the end of the match arrange the markets again', () => {
  const shown = page()
  shown([lined('22.5'), winner])
  expect(shown([winner], 'main')).toEqual([['winner']])
  expect(shown([lined('20.5')], 'main', 'f')).toEqual([['total:20.5']])
  expect(shown([], 'main', 'f')).toEqual([])
})

test('an outcome keeps its place without a price; one that gets a price follows the others', () => {
  const state: Pick<State, 'places'> = { places: null }
  const outcomes = (odds: WireMarket['odds']) =>
    steadyMarkets(state, { id: 'e', markets: [scores(odds)] }, 'all', all)[0]![0]!.outcomes
  expect(outcomes({ '0-0': '8.00', '1-0': '7.00', '0-1': null, '1-1': '6.00' })).toEqual(['0-0', '1-0', '1-1'])
  expect(outcomes({ '0-0': null, '1-0': '4.00', '0-1': '900', '1-1': '6.00' })).toEqual(['0-0', '1-0', '1-1', '0-1'])
})
