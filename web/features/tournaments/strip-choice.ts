/** Stores in this browser whether the player has hidden the strip next to a game. */
import { storedChoice } from '../wallet/stored-choice.ts'

export const stripChoice = storedChoice('tournament-strip', 'local')
export const hidden = 'hidden'
