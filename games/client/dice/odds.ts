// Arithmetic of the dice board: position of a target, and the offered step nearest to the player's input.

import type { DiceChoice } from '#games/slot-engine/outcome.ts'
import type { DiceDefinition } from '#games/studio-api.ts'

export type Direction = DiceChoice['direction']
export type Step = DiceDefinition['ladder'][number]

export const targetOf = (dice: DiceDefinition, step: Step, direction: Direction) =>
  direction === 'under' ? step.winCount : dice.sides - 1 - step.winCount

/** Percent of all rolls. */
export const chanceOf = (dice: DiceDefinition, step: Step) => (step.winCount / dice.sides) * 100

/** Index of the step nearest to the input. */
export function nearest(dice: DiceDefinition, wish: number, figure: (step: Step) => number): number {
  let best = 0
  for (const [index, step] of dice.ladder.entries())
    if (Math.abs(figure(step) - wish) < Math.abs(figure(dice.ladder[best]!) - wish)) best = index
  return best
}
