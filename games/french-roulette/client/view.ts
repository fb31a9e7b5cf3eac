// French roulette: half of a bet on an even chance is returned at zero.

import type { FloorChoice } from '#contract/floor-rounds.ts'
import type { GameContext } from '#games/client/view.ts'
import { rouletteView } from '../../roulette/client/roulette-view.ts'

export const view = (context: GameContext, first: FloorChoice | null) => rouletteView(context, first, true)
