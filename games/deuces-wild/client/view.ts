// The view of Deuces Wild.

import { pokerView } from '#games/client/poker/poker-view.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import type { PokerDefinition } from '#games/studio-api.ts'
import { payOf } from '../hands.ts'

export const view = (context: GameContext, definition: PokerDefinition): GameView =>
  pokerView(context, definition, payOf)
