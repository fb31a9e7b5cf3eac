// European roulette: every bet returns 36/37.

import type { FloorChoice } from '#contract/floor-rounds.ts'
import type { GameContext } from '#games/client/view.ts'
import { rouletteView } from './roulette-view.ts'

export const view = (context: GameContext, first: FloorChoice | null) => rouletteView(context, first, false)
