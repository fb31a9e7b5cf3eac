/** Jacks or Better, 9/6. Optimal play returns 99.5439 %, calculated over every hand and every draw. */
import { factor } from '../stepped.ts'
import { videoPoker } from '../video-poker/maths.ts'
import { handOf, pays } from './hands.ts'

export const maths = videoPoker({
  slug: 'jacks-or-better',
  version: '1.0.0',
  volatility: 'medium',
  pays,
  handOf,
  figures: {
    rtp: factor(19_842_315_923_796n, 19_933_230_517_200n),
    deviation: 4.42,
    highest: 800,
    highestOneIn: 40_391,
    hitRate: 45.46,
  },
})
