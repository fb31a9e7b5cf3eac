/** Deuces Wild, 16/10. Optimal play returns 99.7283 %, calculated over every hand and every draw. */
import { factor } from '../stepped.ts'
import { videoPoker } from '../video-poker/maths.ts'
import { handOf, pays } from './hands.ts'

export const maths = videoPoker({
  slug: 'deuces-wild',
  version: '1.0.0',
  volatility: 'medium',
  pays,
  handOf,
  figures: {
    rtp: factor(19_879_070_863_788n, 19_933_230_517_200n),
    deviation: 5.08,
    highest: 800,
    highestOneIn: 43_456,
    hitRate: 44.28,
  },
})
