// The view of Wheel: segments coloured by their multipliers, turning past a pointer.

import './wheel.css'
import type { FloorChoice, WheelChoice, WheelOutcome } from '#contract/floor-rounds.ts'
import { el, svg } from '#games/client/dom.ts'
import { floorView } from '#games/client/floor/floor-view.ts'
import { optionGroup } from '#games/client/floor/options.ts'
import { payoutTable } from '#games/client/floor/payouts.ts'
import { prefersReducedMotion } from '#games/client/timing.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { payoutOf, risks } from '../../maths.ts'
import { maths, segmentsOf, sizes } from '../maths.ts'

const turnMs = 3_200
const radius = 100

/** The tone of each multiplier of a wheel: 0 if it pays nothing, then rising with the multiplier. */
function tonesOf(segments: readonly number[]): Map<number, number> {
  const paying = [...new Set(segments)].filter((each) => each > 0).toSorted((one, other) => one - other)
  return new Map([[0, 0], ...paying.map((multiplier, index) => [multiplier, index + 1] as const)])
}

function point(share: number, distance: number): string {
  const angle = (share - 0.25) * 2 * Math.PI
  return `${(Math.cos(angle) * distance).toFixed(2)} ${(Math.sin(angle) * distance).toFixed(2)}`
}

function segmentPaths(segments: readonly number[]): SVGElement[] {
  const tones = tonesOf(segments)
  const half = 0.5 / segments.length
  return segments.map((multiplier, at) => {
    const [from, to] = [at / segments.length - half, at / segments.length + half]
    return svg('path', {
      d: `M${point(from, 46)}L${point(from, radius)}A${radius} ${radius} 0 0 1 ${point(to, radius)}L${point(to, 46)}A46 46 0 0 0 ${point(from, 46)}Z`,
      class: 'segment',
      'data-tone': tones.get(multiplier)!,
    })
  })
}

export function view(context: GameContext, first: FloorChoice | null): GameView {
  const { words, amounts, pace, pictures } = context
  const choice = { ...(first as WheelChoice) }
  const times = (value: number) => `${amounts.figure(value)}×`
  let turned = 0

  const disc = svg('g', { class: 'disc' })
  const wheel = svg(
    'svg',
    { viewBox: '-106 -106 212 212', class: 'wheel-face' },
    svg('circle', { r: 104, class: 'rim' }),
    disc,
    svg('circle', { r: 47, class: 'hub' }),
  )
  const figure = el('output', { class: 'stopped', dir: 'ltr' }, '')
  const legend = el('ul', { class: 'legend', dir: 'ltr' })
  const picture = el(
    'div',
    { class: 'picture' },
    el(
      'div',
      { class: 'wheel-stage', 'aria-hidden': 'true' },
      wheel,
      el('img', { class: 'pointer-pin', src: pictures.pointer ?? '', alt: '' }),
      figure,
    ),
    legend,
  )
  const risk = optionGroup(
    words('risk'),
    risks.map((value) => ({ value, label: words(`risk_${value}`) })),
    choice.risk,
    (value) => put({ ...choice, risk: value }),
  )
  const size = optionGroup(
    words('segments'),
    sizes.map((value) => ({ value, label: String(value) })),
    choice.segments as (typeof sizes)[number],
    (value) => put({ ...choice, segments: value }),
  )

  const shareOf = (multiplier: number) => {
    const segments = segmentsOf(choice)
    return segments.filter((each) => each === multiplier).length / segments.length
  }
  function put(next: WheelChoice) {
    Object.assign(choice, next)
    risk.put(next.risk)
    size.put(next.segments as (typeof sizes)[number])
    const segments = segmentsOf(choice)
    disc.replaceChildren(...segmentPaths(segments))
    turned = 0
    disc.style.rotate = '0deg'
    legend.replaceChildren(
      ...[...tonesOf(segments)]
        .filter(([multiplier]) => shareOf(multiplier) > 0)
        .map(([multiplier, tone]) =>
          el(
            'li',
            { 'data-tone': tone, 'data-multiplier': multiplier },
            el('strong', {}, times(multiplier)),
            ' ',
            el('span', {}, amounts.percent(Math.round(shareOf(multiplier) * 1_000) / 10)),
          ),
        ),
    )
    mark(null)
  }
  function mark(outcome: WheelOutcome | null) {
    figure.textContent = outcome ? times(outcome.multiplier) : ''
    disc.querySelector('.outline')?.remove()
    for (const [at, segment] of [...disc.children].entries()) segment.toggleAttribute('data-hit', at === outcome?.at)
    const hit = outcome && disc.children[outcome.at]
    // Appended last, because the neighbouring segments would cover half of the line.
    if (hit) disc.append(svg('path', { class: 'outline', d: hit.getAttribute('d') ?? '' }))
    for (const item of legend.children)
      item.toggleAttribute('data-hit', Number((item as HTMLElement).dataset.multiplier) === outcome?.multiplier)
  }
  put(choice)

  return floorView<WheelChoice, WheelOutcome>('wheel', context, {
    picture,
    isTall: true,
    options: el('div', { class: 'options' }, risk.element, size.element),
    suspenseMs: 0,
    choice: () => ({ ...choice }),
    start: () => undefined,
    clear: () => mark(null),
    async show(outcome) {
      const target = (1 - outcome.at / outcome.segments) * 360
      // Four full turns and on to the segment, always forwards.
      const goal = turned + 4 * 360 + ((((target - turned) % 360) + 360) % 360)
      const turning = disc.animate([{ rotate: `${turned}deg` }, { rotate: `${goal}deg` }], {
        duration: prefersReducedMotion() ? 0 : turnMs,
        easing: 'cubic-bezier(0.12, 0.62, 0.1, 1)',
        fill: 'forwards',
      })
      await pace.ended(turning)
      turning.cancel()
      turned = goal % 360
      disc.style.rotate = `${turned}deg`
      mark(outcome)
    },
    rest(outcome) {
      put({ risk: outcome.risk, segments: outcome.segments })
      turned = (1 - outcome.at / outcome.segments) * 360
      disc.style.rotate = `${turned}deg`
      mark(outcome)
    },
    result: ({ multiplier }) => times(multiplier),
    maths,
    payouts: (stake) =>
      payoutTable(
        words('payoutsAt', { stake: amounts.written(stake) }),
        [words('multiplier'), words('chance'), words('paysShort')],
        [...tonesOf(segmentsOf(choice)).keys()].map((multiplier) => [
          times(multiplier),
          amounts.percent(Math.round(shareOf(multiplier) * 1_000) / 10),
          amounts.written(payoutOf(stake, multiplier, maths.unit)),
        ]),
      ),
  })
}
