// The view of roulette: the table or the racetrack to bet on, the wheel over both while it spins.

import '#games/client/style/bets.css'
import './roulette.css'
import type { FloorChoice, RouletteOutcome, TableChoice } from '#contract/floor-rounds.ts'
import { el } from '#games/client/dom.ts'
import { betBook } from '#games/client/floor/bet-book.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { optionGroup } from '#games/client/floor/options.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { positions, factorOf } from '../positions.ts'
import { racetrackOf } from './racetrack.ts'
import { colourOf, feltOf } from './table.ts'
import { wheelOf } from './wheel.ts'

/** An example of each kind of bet. */
const examples = [
  ['number', '17'],
  ['split', '17-20'],
  ['street', '16-17-18'],
  ['corner', '16-17-19-20'],
  ['line', '13-14-15-16-17-18'],
  ['dozenOrColumn', 'dozen1'],
  ['evenChance', 'red'],
] as const

export function rouletteView(context: GameContext, _first: FloorChoice | null, hasPartage: boolean): GameView {
  const { words, amounts, pace } = context
  const felt = feltOf(context, (position) => bet([position]))
  const racetrack = racetrackOf(context, (chosen) => bet(chosen))
  const wheel = wheelOf()
  const book = betBook({ ...context, isPosition: (position) => positions.has(position), onChange: showBets })
  const layout = optionGroup<'table' | 'racetrack'>(
    words('betOn'),
    [
      { value: 'table', label: words('table') },
      { value: 'racetrack', label: words('racetrack') },
    ],
    'table',
    (value) => {
      felt.element.hidden = value !== 'table'
      racetrack.element.hidden = value !== 'racetrack'
    },
  )
  layout.element.classList.add('wide')
  const picture = el('div', { class: 'picture' }, felt.element, racetrack.element, wheel.element)

  function showBets(bets: ReadonlyMap<string, number>) {
    felt.write(bets)
    racetrack.write(bets)
  }
  function bet(chosen: readonly string[]) {
    felt.mark(null)
    book.add(chosen)
  }
  const base = floorView<TableChoice, RouletteOutcome>('roulette', context, {
    picture,
    options: el('div', { class: 'options' }, book.element, layout.element),
    suspenseMs: 0,
    choice: () => ({ bets: book.bets() }),
    setStake: book.setChip,
    start: () => undefined,
    clear: () => felt.mark(null),
    async show({ pocket }) {
      await wheel.spin(pocket, pace)
      felt.mark(pocket)
    },
    // Only the player places chips: those of the last round are not bets on the next one.
    rest: ({ pocket }) => felt.mark(pocket),
    result: ({ pocket }) => (pocket === 0 ? '0' : `${pocket} ${words(colourOf(pocket))}`),
    payouts: (stake) =>
      payoutTable(
        words('payoutsAt', { stake: amounts.written(stake) }),
        [words('bet'), words('chance'), words('paysShort'), words('rtp')],
        examples.map(([kind, position]) => {
          const covered = positions.get(position)!.length
          const isHalved = hasPartage && kind === 'evenChance'
          return [
            words(`kind_${kind}`),
            amounts.percent((covered / 37) * 100),
            amounts.written(stake * factorOf(position)),
            amounts.percent(isHalved ? (73 / 74) * 100 : (36 / 37) * 100),
          ]
        }),
      ),
  })
  return {
    ...base,
    total: book.total,
    limit: book.limit,
    missing: book.missing,
    kept: book.kept,
  }
}
