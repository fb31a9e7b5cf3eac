// The icon of each act in a round: an act that can lose money looks different from the start of a round.

import type { Act } from '#contract/rounds.ts'
import type { IconName } from './dom.ts'

export const actIcons: Partial<Record<Act['type'], IconName>> = {
  hit: 'plus',
  stand: 'hand',
  double: 'coins',
  split: 'split',
  surrender: 'flag',
  insure: 'shield',
  decline: 'cross',
  draw: 'cards',
  cashOut: 'payout',
}
