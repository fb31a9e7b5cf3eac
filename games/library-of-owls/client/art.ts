// The pictures of Library of Owls by symbol id.
// A hall of shelves that rise out of sight, a tall window in the middle, and lamps on the galleries.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { box, circle } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { letter, magnifier, quill, spectacles } from './lows.ts'
import { light, shadow } from './palette.ts'
import { books, globe, hourglass, ladder, lamp, owl } from './pictures.ts'

const spines = ['#8e2a34', '#2c5aa0', '#2f7a56', '#b8792e', '#5a3f86', '#d8c090', '#7a3a1c', '#1f6a78']

type Case = { x: number; y: number; width: number; height: number; rows: number; seed: number }

/** One path for each colour of spine and one for their gilt, however many books there are. */
export function bookcase(on: Drawing, { x, y, width, height, rows, seed }: Case) {
  const next = sequence(seed)
  on.path(box(x - 8, y, width + 16, height), `fill="${on.across(['#5c3012', '#7a4420', '#3c1c08'])}"`)
  const paths = new Map<string, string>()
  let gilt = ''
  let edges = ''
  const step = height / rows
  for (let row = 0; row < rows; row++) {
    const top = y + row * step
    on.path(box(x, top + step * 0.06, width, step * 0.86), `fill="${on.down(['#0c0502', '#2c1608'])}"`)
    const floor = top + step * 0.92
    let at = x + 2
    while (at < x + width - step * 0.2) {
      const thick = step * (0.1 + next() * 0.13)
      const tall = step * (0.52 + next() * 0.28)
      const colour = spines[Math.floor(next() * spines.length)]!
      if (at + thick > x + width - 2) break
      const d = `M${at.toFixed(0)} ${(floor - tall).toFixed(0)}h${thick.toFixed(1)}V${floor.toFixed(0)}h${(-thick).toFixed(1)}Z`
      paths.set(colour, (paths.get(colour) ?? '') + d)
      if (next() < 0.6)
        for (const share of [0.2, 0.78])
          gilt += `M${(at + 1.5).toFixed(0)} ${(floor - tall * share).toFixed(0)}h${(thick - 3).toFixed(1)}`
      at += thick + (next() < 0.08 ? step * 0.22 : 1.2)
    }
    edges += `M${x - 8} ${floor.toFixed(0)}h${width + 16}`
  }
  for (const [colour, d] of paths) on.path(d, `fill="${colour}"`)
  on.line(gilt, '#ffd98a', step / 60, 'stroke-opacity=".75"')
  on.line(edges, '#a06a34', step * 0.07)
  on.line(edges, '#e0a860', step * 0.016, `transform="translate(0 ${(-step * 0.03).toFixed(1)})"`)
  on.path(box(x - 8, y, width + 16, height), `fill="${on.down(['#0a0402/.55', '#0a0402/0', '#0a0402/.35'])}"`)
}

export function tallWindow(on: Drawing, x: number, y: number, width: number, height: number) {
  const arch = (inset: number) => {
    const half = width / 2 - inset
    return `M${x + inset} ${y + height - inset}V${y + width / 2}A${half} ${half} 0 0 1 ${x + width - inset} ${y + width / 2}V${y + height - inset}Z`
  }
  on.path(arch(-width * 0.05), `fill="${on.linear(['#d8a860', '#6a3a14'])}"`)
  on.path(arch(0), `fill="${on.down(['#0b1a58', '#274aa8', '#7f78cc', '#e0a8b8'])}"`)
  specks(on, { x: x + 8, y: y + 10, width: width - 16, height: height * 0.6, count: 60, seed: 5 }, '#fff')
  const [mx, my, r] = [x + width * 0.66, y + width * 0.52, width * 0.14]
  on.glow(mx, my, r * 3.6, '#fff4d0', 0.7)
  on.path(circle(mx, my, r), `fill="${on.radial(['#ffffff', '#fff6d8', '#f2d8a0'])}"`)
  const bars = [0.25, 0.5, 0.75].map(
    (share) => `M${x + width * share} ${y + (share === 0.5 ? 0 : width * 0.07)}V${y + height}`,
  )
  const rails = Array.from(
    { length: 4 },
    (_, at) => `M${x} ${y + width / 2 + (at * (height - width / 2)) / 4}h${width}`,
  )
  on.line(`${bars.join('')}${rails.join('')}`, '#4a2810', width / 46)
}

function gallery(on: Drawing, x: number, width: number, y: number) {
  on.path(box(x, y, width, 16), `fill="${on.down(['#c88c48', '#5c3010'])}"`)
  let posts = ''
  for (let at = x + 14; at < x + width; at += 26) posts += `M${at} ${y - 54}V${y}`
  on.line(posts, '#2a1406', 9)
  on.line(posts, '#b8783a', 5)
  on.path(box(x, y - 62, width, 10, 4), `fill="${on.down(['#f0bc74', '#7a4418'])}"`)
}

export function tallLadder(on: Drawing, x: number, top: number, bottom: number, lean: number, half: number) {
  const slope = (y: number) => x + ((bottom - y) / (bottom - top)) * lean
  let d = ''
  for (const side of [-half, half]) d += `M${x + side} ${bottom}L${x + lean + side} ${top}`
  for (let y = bottom - half; y > top; y -= half * 0.95) d += `M${slope(y) - half} ${y.toFixed(0)}h${half * 2}`
  on.line(d, '#1c0d04', half * 0.34)
  on.line(d, '#e8b45c', half * 0.19)
}

export function scene(): string {
  const on = drawing(light)
  wash(on, 1600, 900, on.down(['#1c0e06', '#43240e', '#2a1608']))
  tallWindow(on, 640, 40, 320, 620)
  for (const [x, width, seed] of [
    [20, 250, 1],
    [310, 250, 2],
    [1040, 250, 3],
    [1330, 250, 4],
  ] as const)
    bookcase(on, { x, y: -20, width, height: 760, rows: 7, seed })
  gallery(on, -10, 620, 372)
  gallery(on, 990, 620, 372)
  on.path('M0 740H1600V900H0Z', `fill="${on.down(['#7a4420', '#3a1c0a'])}"`)
  on.path('M430 740H1170L1420 900H180Z', `fill="${on.down(['#8a1f30', '#5a0e22'])}"`)
  on.line('M452 740L214 900M1148 740L1386 900', '#ecc05c', 5)
  tallLadder(on, 250, 40, 760, 90, 34)
  tallLadder(on, 1370, 40, 760, -90, 34)
  place(on, lamp, 70, 550, 2.1)
  place(on, lamp, 1330, 550, 2.1)
  place(on, globe, 470, 560, 1.9)
  place(on, books, 990, 600, 1.5)
  place(on, owl, 130, 206, 1.1)
  place(on, owl, 1230, 206, 1.1)
  on.glow(170, 660, 380, '#ffd880', 0.35)
  on.glow(1430, 660, 380, '#ffd880', 0.35)
  vignette(on, 1600, 900, '#0a0402', 0.65)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: owl,
      p2: globe,
      p3: hourglass,
      p4: books,
      l1: quill,
      l2: magnifier,
      l3: letter,
      l4: spectacles,
      wild: lamp,
      scatter: ladder,
    },
    { light, shadow, auras: { p1: '#ffc860', wild: '#d8ff8a', scatter: '#8ab4ff' } },
  )
