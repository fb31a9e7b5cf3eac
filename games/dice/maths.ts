/**
 * Dice: one roll of 0..9999, which wins under or over a target. Every choice returns exactly 99 %: the multiplier is 9900 divided
 * by the number of winning rolls, and only choices and stakes that pay whole subunits are offered.
 */
import { assertStake, type DiceMaths, type Draw } from '../maths.ts'
import type { DiceChoice, DiceOutcome } from '../slot-engine/outcome.ts'
import type { DiceDefinition } from '../studio-api.ts'

const sides = 10_000
const rtp = 9_900
const unit = 10

/** All multipliers with at most one decimal, from 1.1 to 99: `winCount` divides 9900 * 10, so a stake of 10 pays whole subunits. */
function everyStep(): DiceDefinition['ladder'] {
  const ladder: DiceDefinition['ladder'] = []
  for (let winCount = 9_000; winCount >= 100; winCount--) {
    if ((rtp * unit) % winCount === 0) ladder.push({ winCount, multiplier: (rtp * unit) / winCount / unit })
  }
  return ladder
}

export const definition: DiceDefinition = {
  slug: 'dice',
  version: '1.0.0',
  sides,
  coins: unit,
  ladder: everyStep(),
  defaultWinCount: 4_950,
}

/** How many of the 10000 rolls win. */
export function winCountOf(choice: DiceChoice): number {
  return choice.direction === 'under' ? choice.target : sides - 1 - choice.target
}

function readChoice(choice: unknown): DiceChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  const { target, direction } = choice as Record<string, unknown>
  if (typeof target !== 'number' || (direction !== 'under' && direction !== 'over')) return undefined
  const read: DiceChoice = { target, direction }
  return definition.ladder.some((step) => step.winCount === winCountOf(read)) ? read : undefined
}

async function play(draw: Draw, stake: number, choice: unknown): Promise<DiceOutcome> {
  const read = readChoice(choice)
  if (!read) throw new RangeError('this choice is not offered')
  assertStake(stake, unit)
  const roll = await draw.below(sides)
  return outcomeOf(roll, stake, read)
}

/** Exported so that the enumeration can visit every roll. */
export function outcomeOf(roll: number, stake: number, choice: DiceChoice): DiceOutcome {
  const isWin = choice.direction === 'under' ? roll < choice.target : roll > choice.target
  const payout = isWin ? Number((BigInt(stake) * BigInt(rtp)) / BigInt(winCountOf(choice))) : 0
  return { ...choice, roll, isWin, payout }
}

export const maths: DiceMaths = {
  kind: 'dice',
  slug: definition.slug,
  version: definition.version,
  unit,
  volatility: 'low',
  definition,
  readChoice,
  play,
}
