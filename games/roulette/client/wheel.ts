// The wheel over the table while it spins: it turns one way, the ball the other, and both end at the pocket.

import { el, svg } from '#games/client/dom.ts'
import { prefersReducedMotion, type Pace } from '#games/client/timing.ts'
import { wheelOrder } from '../positions.ts'
import { colourOf } from './table.ts'

const spinMs = 3_600
const lingerMs = 900
const size = wheelOrder.length

function at(share: number, distance: number): string {
  const angle = (share - 0.25) * 2 * Math.PI
  return `${(Math.cos(angle) * distance).toFixed(2)} ${(Math.sin(angle) * distance).toFixed(2)}`
}

function pocketOf(number: number, index: number): SVGElement {
  const [from, to] = [(index - 0.5) / size, (index + 0.5) / size]
  const text = svg('text', { transform: `rotate(${(index / size) * 360}) translate(0 -84)`, 'font-size': 8.4 })
  text.textContent = String(number)
  return svg(
    'g',
    { 'data-colour': colourOf(number) },
    svg('path', {
      d: `M${at(from, 62)}L${at(from, 92)}A92 92 0 0 1 ${at(to, 92)}L${at(to, 62)}A62 62 0 0 0 ${at(from, 62)}Z`,
    }),
    text,
  )
}

export type Wheel = {
  element: HTMLElement
  spin(pocket: number, pace: Pace): Promise<void>
}

export function wheelOf(): Wheel {
  const turning = svg(
    'g',
    { class: 'turning' },
    svg('circle', { r: 93, class: 'bowl-inner' }),
    ...wheelOrder.map(pocketOf),
    svg('circle', { r: 61, class: 'cone' }),
    ...[0, 1, 2, 3].map((arm) =>
      svg('path', { d: 'M0 -6L44 -2.500V2.500L0 6Z', class: 'arm', transform: `rotate(${arm * 90})` }),
    ),
    svg('circle', { r: 12, class: 'turret' }),
  )
  const ball = svg('g', { class: 'ball-track' }, svg('circle', { cx: 0, cy: -70, r: 4.6, class: 'ivory' }))
  const figure = el('output', { class: 'pocket-figure', dir: 'ltr' })
  const element = el(
    'div',
    { class: 'wheel-over', hidden: true, 'aria-hidden': 'true' },
    svg('svg', { viewBox: '-110 -110 220 220' }, svg('circle', { r: 108, class: 'bowl' }), turning, ball),
    figure,
  )
  let turned = 0
  let covering: ReturnType<typeof setTimeout> | undefined
  const uncover = () => {
    clearTimeout(covering)
    element.hidden = true
  }
  element.addEventListener('click', () => covering !== undefined && uncover())
  function show(pocket: number | null) {
    figure.textContent = pocket === null ? '' : String(pocket)
    figure.dataset.colour = pocket === null ? '' : colourOf(pocket)
  }
  return {
    element,
    async spin(pocket, pace) {
      clearTimeout(covering)
      covering = undefined
      show(null)
      element.hidden = false
      const wheelTo = turned + 540 + ((pocket * 37) % 180)
      const ballTo = wheelTo + (wheelOrder.indexOf(pocket) / size) * 360
      const timing = {
        duration: prefersReducedMotion() ? 0 : spinMs,
        easing: 'cubic-bezier(0.15, 0.55, 0.2, 1)',
        fill: 'forwards' as const,
      }
      const moving = [
        turning.animate([{ rotate: `${turned}deg` }, { rotate: `${wheelTo}deg` }], timing),
        ball.animate([{ rotate: `${ballTo + 360 * 6}deg` }, { rotate: `${ballTo}deg` }], timing),
      ]
      await Promise.all(moving.map((each) => pace.ended(each)))
      moving.forEach((each) => each.cancel())
      turned = wheelTo % 360
      turning.style.rotate = `${turned}deg`
      ball.style.rotate = `${ballTo % 360}deg`
      show(pocket)
      // The result is announced now; the wheel stays for a moment, or until a press.
      covering = setTimeout(uncover, pace.isQuick ? 0 : lingerMs)
    },
  }
}
