/** The filters of a list of games, which only pages with such a list load. */
import { later } from '../../render/later.ts'

export const filters = later('features/games/filters.tsx', () => import('./filters.tsx'))
