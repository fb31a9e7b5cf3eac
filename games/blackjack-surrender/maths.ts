/** Blackjack with late surrender. Optimal play returns 99.5738 %, calculated in blackjack/odds.ts. */
import { blackjackMaths } from '../blackjack/maths.ts'
import { factor } from '../stepped.ts'

export const maths = blackjackMaths({
  slug: 'blackjack-surrender',
  version: '1.0.0',
  hasSurrender: true,
  figures: {
    rtp: factor(91_342_341_490_181_899_727_659_747_338n, 91_733_330_193_268_616_658_399_616_009n),
    deviation: 1.14,
    highest: 16,
    highestOneIn: 1_286_069,
    hitRate: null,
  },
})
