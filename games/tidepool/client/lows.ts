// The low symbols: scallop, urchin, whelk, kelp.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, petal, polar } from '#games/art/shapes.ts'
import { kelp, scallop, shell, urchin } from './palette.ts'

export function scallopShell(on: Drawing) {
  on.group('transform="translate(11 13) scale(.78 .86)"', () => fluted(on))
}

function fluted(on: Drawing) {
  const edge = Array.from({ length: 8 }, (_, index) => 200 + index * 20)
  const scallops = edge
    .slice(0, -1)
    .map((angle) => `Q${polar(50, 74, 70, angle + 10).join(' ')} ${polar(50, 74, 58, angle + 20).join(' ')}`)
  on.form('M34 74L30 92H70L66 74Z', scallop, { depth: 0.6 })
  on.form(`M50 84L${polar(50, 74, 58, 200).join(' ')}${scallops.join('')}Z`, scallop, {
    inside: () => {
      for (const angle of edge.slice(1, -1))
        on.line(`M50 84L${polar(50, 74, 60, angle).join(' ')}`, '#c45a62', 2.2, 'stroke-opacity=".75"')
      for (const r of [30, 46])
        on.path(circle(50, 84, r), 'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"')
    },
  })
}

export function seaUrchin(on: Drawing) {
  for (let spine = 0; spine < 22; spine++) {
    const angle = spine * (360 / 22)
    on.form(petal(...polar(50, 52, 20, angle), spine % 2 ? 22 : 28, 3.2, angle, 0.25), urchin, {
      depth: 0,
      outline: 0.9,
    })
  }
  on.form(circle(50, 52, 29), urchin, {
    inside: () => {
      for (const [ring, count] of [
        [9, 5],
        [18, 10],
        [26, 14],
      ] as const)
        for (let dot = 0; dot < count; dot++)
          on.path(circle(...polar(50, 46, ring, (dot * 360) / count + ring), 1.7), 'fill="#efe4ff" fill-opacity=".85"')
    },
  })
}

export function whelk(on: Drawing) {
  on.form(
    'M12 30C10 18 22 6 34 4C32 8 36 12 40 13C58 16 80 28 88 50C94 70 90 86 82 96C76 86 66 80 56 80C40 80 20 62 12 30Z',
    shell,
    {
      inside: () => {
        on.line('M10 34Q26 34 42 12M18 52Q44 46 62 20M32 70Q62 60 80 34', '#7a4630', 2.6, 'stroke-opacity=".8"')
        for (const [x, y] of [
          [22, 26],
          [32, 42],
          [46, 58],
          [36, 26],
          [50, 38],
        ] as const)
          on.path(circle(x, y, 2.6), 'fill="#b5683c" fill-opacity=".6"')
      },
    },
  )
  on.path(
    'M56 76C58 58 74 46 86 52C92 66 90 82 83 92C76 84 68 78 56 76Z',
    `fill="${on.down(['#ffb8a0', '#f08a8f', '#a3486c'])}" stroke="#5a2f26" stroke-width="1.6"`,
  )
  on.gloss(34, 20, 4, 9, 50, 0.6)
}

export function kelpFronds(on: Drawing) {
  on.line('M50 98C46 76 56 62 49 40C45 26 52 14 50 6', '#033138', 6.4)
  on.line('M50 98C46 76 56 62 49 40C45 26 52 14 50 6', '#3fae66', 3.6)
  for (const [x, y, length, angle] of [
    [49, 84, 42, 206],
    [51, 78, 42, -30],
    [52, 62, 40, 210],
    [51, 54, 42, -34],
    [48, 40, 36, 216],
    [48, 32, 36, -42],
    [50, 18, 20, -90],
  ] as const) {
    on.form(petal(x, y, length, 10, angle, 0.6), kelp, {
      depth: 0.7,
      outline: 1.2,
      inside: () => on.line(`M${x} ${y}L${polar(x, y, length * 0.8, angle).join(' ')}`, '#0d6a5c', 1.2),
    })
    on.form(circle(...polar(x, y, 5, angle), 3.4), kelp, { depth: 0.3, outline: 0.9 })
  }
}
