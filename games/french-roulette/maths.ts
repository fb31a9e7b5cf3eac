/** French roulette: the European table with la partage, half of an even chance is returned at zero. */
import { rouletteMaths } from '../roulette/maths.ts'

export const maths = rouletteMaths({ slug: 'french-roulette', version: '1.0.0', hasPartage: true })
