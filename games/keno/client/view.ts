// The view of Keno: forty numbers to pick from, the draw one by one, and what each number of hits pays.

import './keno.css'
import type { FloorChoice, KenoChoice, KenoOutcome } from '#contract/floor-rounds.ts'
import { el, set } from '#games/client/dom.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { optionGroup } from '#games/client/floor/options.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { toDecimal } from '../../slot-engine/rational.ts'
import { oddsOf } from '../../odds.ts'
import { payoutOf, risks } from '../../maths.ts'
import { maths, mostPicks, multipliersOf, numbers, waysOf } from '../maths.ts'

const eachMs = 130

/** Picks random numbers for the player, to save ten taps; they do not influence the draw. */
function anyNumbers(count: number): number[] {
  const rest = Array.from({ length: numbers }, (_, index) => index + 1)
  const random = crypto.getRandomValues(new Uint32Array(count))
  return Array.from({ length: count }, (_, index) => rest.splice(random[index]! % rest.length, 1)[0]!)
}

export function view(context: GameContext, first: FloorChoice | null): GameView {
  const { words, amounts, pace, session, sound } = context
  let { risk, picks } = first as KenoChoice
  let stake = session.freeSpins?.stake ?? session.stakes.default
  const times = (value: number) => `${amounts.figure(value)}×`

  const cells = Array.from({ length: numbers }, (_, index) => {
    const button = el('button', { type: 'button' }, String(index + 1))
    button.addEventListener('click', () => toggle(index + 1))
    return button
  })
  const grid = el('div', { class: 'keno-grid', role: 'group', 'aria-label': words('numbers'), dir: 'ltr' }, ...cells)
  const pays = el('ol', { class: 'keno-pays', dir: 'ltr' })
  const picture = el('div', { class: 'picture' }, grid, pays)
  const riskOption = optionGroup(
    words('risk'),
    risks.map((value) => ({ value, label: words(`risk_${value}`) })),
    risk,
    (value) => setChoice({ risk: value, picks }),
  )
  const pickAny = el('button', { type: 'button' }, words('anyNumbers'))
  const clearPicks = el('button', { type: 'button' }, words('clearNumbers'))
  pickAny.addEventListener('click', () => setChoice({ risk, picks: anyNumbers(picks.length || mostPicks) }))
  clearPicks.addEventListener('click', () => setChoice({ risk, picks: [] }))
  const count = el('span', { role: 'status' })
  const tools = el('div', { class: 'option' }, count, el('div', { class: 'choices' }, pickAny, clearPicks))

  function toggle(number: number) {
    if (picks.includes(number)) return setChoice({ risk, picks: picks.filter((pick) => pick !== number) })
    if (picks.length < mostPicks) setChoice({ risk, picks: [...picks, number] })
  }
  function setChoice(next: KenoChoice) {
    risk = next.risk
    picks = next.picks.toSorted((one, other) => one - other)
    riskOption.put(risk)
    count.textContent = words('picked', { count: picks.length, most: mostPicks })
    clear()
    for (const [index, cell] of cells.entries()) set(cell, { 'aria-pressed': String(picks.includes(index + 1)) })
    writePays()
  }
  function writePays() {
    const multipliers = picks.length ? multipliersOf(risk, picks.length) : []
    pays.replaceChildren(
      ...multipliers.map((multiplier, hits) =>
        el(
          'li',
          {
            'data-none': multiplier === 0,
            'aria-label': words('hitsPay', { hits, amount: amounts.written(payoutOf(stake, multiplier, maths.unit)) }),
          },
          el('strong', {}, times(multiplier)),
          el('span', {}, `${hits}`),
        ),
      ),
    )
  }
  function clear() {
    for (const cell of cells) delete cell.dataset.drawn
    for (const item of pays.children) item.removeAttribute('data-hit')
  }
  function reveal(number: number) {
    cells[number - 1]!.dataset.drawn = picks.includes(number) ? 'hit' : 'miss'
  }
  const markHits = (hits: number) => pays.children[hits]?.toggleAttribute('data-hit', true)
  const rtpAt = (at: KenoChoice) => {
    const { rtp } = oddsOf(maths, at, maths.unit * 100)
    return amounts.percent(toDecimal({ numerator: rtp.numerator * 100n, denominator: rtp.denominator }, 2))
  }
  setChoice({ risk, picks })

  const base = floorView<KenoChoice, KenoOutcome>('keno', context, {
    picture,
    options: el('div', { class: 'options' }, riskOption.element, tools),
    suspenseMs: 200,
    choice: () => ({ risk, picks }),
    setStake(next) {
      stake = next
      writePays()
    },
    start: () => undefined,
    clear,
    async show({ drawn, hits }) {
      for (const [index, number] of drawn.entries()) {
        reveal(number)
        if (picks.includes(number)) sound.stop(index % 3)
        await pace.wait(eachMs)
      }
      markHits(hits)
    },
    rest(outcome) {
      setChoice({ risk: outcome.risk, picks: outcome.picks })
      outcome.drawn.forEach(reveal)
      markHits(outcome.hits)
    },
    result: ({ hits, picks: of, multiplier }) => `${hits}/${of.length} · ${times(multiplier)}`,
    maths,
    payouts(at) {
      const shown = picks.length || mostPicks
      const ways = waysOf(shown)
      const all = ways.reduce((sum, each) => sum + each, 0n)
      return el(
        'section',
        {},
        payoutTable(
          words('payoutsAt', { stake: amounts.written(at) }),
          [words('hits'), words('multiplier'), words('oneIn'), words('paysShort')],
          multipliersOf(risk, shown).map((multiplier, hits) => [
            `${hits}/${shown}`,
            times(multiplier),
            amounts.figure(toDecimal({ numerator: all, denominator: ways[hits]! }, 1), 1),
            amounts.written(payoutOf(at, multiplier, maths.unit)),
          ]),
        ),
        payoutTable(
          words('returns'),
          [words('picks'), ...risks.map((each) => words(`risk_${each}`))],
          Array.from({ length: mostPicks }, (_, index) => [
            String(index + 1),
            ...risks.map((each) =>
              rtpAt({ risk: each, picks: Array.from({ length: index + 1 }, (__, pick) => pick + 1) }),
            ),
          ]),
        ),
      )
    },
  })
  return { ...base, missing: () => (picks.length === 0 ? words('pickFirst') : null) }
}
