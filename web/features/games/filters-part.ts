/** The filters of a list of games, loaded only by pages with such a list. */
import { later } from '../../render/later.ts'

export const filters = later('features/games/filters.tsx', () => import('./filters.tsx'))
