// The view of Plinko: the pins, the falling ball, and the buckets with their payouts.

import './plinko.css'
import type { FloorChoice, PlinkoChoice, PlinkoOutcome } from '#contract/floor-rounds.ts'
import { el, svg } from '#games/client/dom.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { optionGroup } from '#games/client/floor/options.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import { prefersReducedMotion } from '#games/client/timing.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { toDecimal } from '../../slot-engine/rational.ts'
import { oddsOf } from '../../odds.ts'
import { payoutOf, risks } from '../../maths.ts'
import { bucketsOf, fewestRows, maths, mostRows, waysOf } from '../maths.ts'

/** The distance between rows of pins, in units of the picture. */
const down = 17
/** The least and the greatest distance between the pins of a row: as wide as the frame allows. */
const [narrowest, widest] = [18, 40]
const bucketHeight = 32
const fontSize = 12
/** The average width of a character of the bold font. */
const perCharacter = fontSize * 0.58
const rowMs = 118
const allRows = Array.from({ length: mostRows - fewestRows + 1 }, (_, index) => fewestRows + index)

export function view(context: GameContext, first: FloorChoice | null): GameView {
  const { words, amounts, pace, session } = context
  const choice = { ...(first as PlinkoChoice) }
  const times = (value: number) => `${amounts.figure(value)}×`
  const shortText = (value: number) =>
    value >= 1_000 ? `${amounts.figure(value / 1_000, 1)}k` : amounts.figure(value, 1)
  let across = 20
  let frame = { width: 1, height: 1 }

  const pins = svg('g', { class: 'pins' })
  const buckets = svg('g', { class: 'buckets' })
  const ball = svg('circle', { r: 6.2, class: 'ball' })
  const fall = svg('g', {}, ball)
  const board = svg('svg', { class: 'plinko-board' }, pins, buckets, fall)
  const picture = el('div', { class: 'picture plinko-stage', dir: 'ltr', 'aria-hidden': 'true' }, board)
  const risk = optionGroup(
    words('risk'),
    risks.map((value) => ({ value, label: words(`risk_${value}`) })),
    choice.risk,
    (value) => put({ ...choice, risk: value }),
  )
  const rows = optionGroup(
    words('rows'),
    allRows.map((value) => ({ value, label: String(value) })),
    choice.rows,
    (value) => put({ ...choice, rows: value }),
  )
  rows.element.classList.add('wide')

  /** The position of the ball after `row` rows and `right` steps to the right; x is 0 in the middle. */
  const place = (row: number, right: number) => ({ x: (right - row / 2) * across, y: row * down })

  function put(next: PlinkoChoice) {
    Object.assign(choice, next)
    risk.put(next.risk)
    rows.put(next.rows)
    const multipliers = bucketsOf(choice)
    const height = choice.rows * down + 30 + bucketHeight
    across = Math.min(widest, Math.max(narrowest, ((frame.width / frame.height) * height - 8) / (choice.rows + 1)))
    const width = (choice.rows + 1) * across + 8
    const room = across - 4
    board.setAttribute('viewBox', `${-width / 2} -26 ${width} ${height}`)
    pins.replaceChildren(
      ...Array.from({ length: choice.rows }, (_, row) =>
        Array.from({ length: row + 2 }, (__, at) => {
          const { x, y } = place(row, at - 0.5)
          return svg('circle', { cx: x, cy: y + 8, r: 2.6 })
        }),
      ).flat(),
    )
    const half = choice.rows / 2
    buckets.replaceChildren(
      ...multipliers.map((multiplier, bucket) => {
        const { x, y } = place(choice.rows, bucket)
        const label = shortText(multiplier)
        // Below the ball that has fallen into it; a long multiplier is condensed to the width of its bucket.
        const isLong = label.length * perCharacter > room
        const text = svg('text', {
          x,
          y: y + bucketHeight / 2 + 4,
          'font-size': fontSize,
          textLength: isLong && room,
          lengthAdjust: isLong && 'spacingAndGlyphs',
        })
        text.textContent = label
        const group = svg(
          'g',
          {},
          svg('rect', { x: x - across / 2 + 0.8, y: y - 1, width: across - 1.6, height: bucketHeight, rx: 4 }),
          text,
        )
        group.style.setProperty('--far', `${Math.round((Math.abs(bucket - half) / half) * 100)}%`)
        return group
      }),
    )
    mark(null)
  }
  function mark(bucket: number | null) {
    for (const [at, each] of [...buckets.children].entries()) each.toggleAttribute('data-hit', at === bucket)
  }
  function placeBall({ x, y }: { x: number; y: number }) {
    fall.style.transform = `translateX(${x}px)`
    ball.style.transform = `translateY(${y}px)`
  }
  const top = { x: 0, y: -16 }

  /** Moves the ball sideways at an even pace, and downwards in small falls from pin to pin. */
  async function drop({ path }: PlinkoOutcome) {
    const places = [top]
    let right = 0
    for (const [row, step] of path.entries()) {
      places.push({ x: place(row, right).x, y: place(row, right).y + 1 })
      right += step
    }
    const last = place(path.length, right)
    places.push({ x: last.x, y: last.y + 4 })
    const timing = {
      duration: prefersReducedMotion() ? 0 : places.length * rowMs,
      fill: 'forwards' as const,
    }
    const moving = [
      fall.animate(
        places.map(({ x }) => ({ transform: `translateX(${x}px)`, easing: 'ease-out' })),
        timing,
      ),
      ball.animate(
        places.map(({ y }) => ({ transform: `translateY(${y}px)`, easing: 'cubic-bezier(0.5, -0.35, 0.9, 0.8)' })),
        timing,
      ),
    ]
    await Promise.all(moving.map((each) => pace.ended(each)))
    moving.forEach((each) => each.cancel())
    placeBall({ x: last.x, y: last.y + 4 })
  }
  put(choice)
  placeBall(top)
  /** A turned phone or a resized window gives the board another width; a ball in flight keeps its pins until the next round. */
  new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect
    if (width === 0 || height === 0) return
    frame = { width, height }
    if (!picture.closest('[data-playing]')) redraw()
  }).observe(picture)
  function redraw() {
    const hit = [...buckets.children].findIndex((each) => each.hasAttribute('data-hit'))
    put(choice)
    if (hit < 0) return placeBall(top)
    const last = place(choice.rows, hit)
    placeBall({ x: last.x, y: last.y + 4 })
    mark(hit)
  }

  return floorView<PlinkoChoice, PlinkoOutcome>('plinko', context, {
    picture,
    isTall: true,
    options: el('div', { class: 'options' }, rows.element, risk.element, rtpLine()),
    suspenseMs: 0,
    choice: () => ({ ...choice }),
    start: () => undefined,
    clear() {
      mark(null)
      placeBall(top)
    },
    async show(outcome) {
      await drop(outcome)
      mark(outcome.bucket)
    },
    rest(outcome) {
      put({ risk: outcome.risk, rows: outcome.rows })
      const last = place(outcome.rows, outcome.bucket)
      placeBall({ x: last.x, y: last.y + 4 })
      mark(outcome.bucket)
    },
    result: ({ multiplier }) => times(multiplier),
    maths,
    payouts(stake) {
      const ways = waysOf(choice.rows)
      const [all, multipliers] = [2 ** choice.rows, bucketsOf(choice)]
      return el(
        'section',
        {},
        payoutTable(
          words('payoutsAt', { stake: amounts.written(stake) }),
          [words('multiplier'), words('oneIn'), words('paysShort')],
          multipliers
            .slice(0, Math.floor(choice.rows / 2) + 1)
            .map((multiplier, bucket) => [
              times(multiplier),
              amounts.figure(all / (ways[bucket]! * (bucket * 2 === choice.rows ? 1 : 2)), 1),
              amounts.written(payoutOf(stake, multiplier, maths.unit)),
            ]),
        ),
        payoutTable(
          words('returns'),
          [words('rows'), ...risks.map((each) => words(`risk_${each}`))],
          allRows.map((count) => [
            String(count),
            ...risks.map((each) => amounts.percent(rtpAt({ risk: each, rows: count }))),
          ]),
        ),
      )
    },
  })

  function rtpAt(at: PlinkoChoice): number {
    const { rtp } = oddsOf(maths, at, session.stakes.unit * 100)
    return toDecimal({ numerator: rtp.numerator * 100n, denominator: rtp.denominator }, 2)
  }
  function rtpLine(): HTMLElement {
    const figure = el('strong', {})
    const element = el('p', { class: 'return-of' }, words('rtp'), ' ', figure)
    const write = () => (figure.textContent = amounts.percent(rtpAt(choice)))
    for (const group of [risk, rows]) group.element.addEventListener('click', write)
    write()
    return element
  }
}
