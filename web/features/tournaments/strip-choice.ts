/** Whether the strip beside a game is hidden: the player's choice for this browser. */
import { storedChoice } from '../wallet/stored-choice.ts'

export const stripChoice = storedChoice('tournament-strip', 'local')
export const hidden = 'hidden'
