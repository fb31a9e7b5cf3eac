/** French roulette: the European table with la partage, which returns half of a bet on an even chance at zero. */
import { rouletteMaths } from '../roulette/maths.ts'

export const maths = rouletteMaths({ slug: 'french-roulette', version: '1.0.0', hasPartage: true })
