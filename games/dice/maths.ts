/**
 * Dice: one roll of 0..9999, under or over a target. Whatever is chosen, the stake returns 99 % on average, exactly:
 * the multiplier is 9900 / winning rolls, and only choices and stakes that pay a whole subunit are offered.
 */
import { assertStake, type DiceMaths, type Draw } from '../maths.ts'
import type { DiceChoice, DiceOutcome } from '../slot-engine/outcome.ts'
import type { DiceDefinition } from '../studio-api.ts'

const sides = 10_000
const returned = 9_900
const unit = 10

/** Multipliers of at most one decimal from 1.1 to 99: each winning count divides 9900 * 10, so a stake of 10 pays a whole subunit. */
function offered(): DiceDefinition['ladder'] {
  const ladder: DiceDefinition['ladder'] = []
  for (let winCount = 9_000; winCount >= 100; winCount--) {
    if ((returned * unit) % winCount === 0) ladder.push({ winCount, multiplier: (returned * unit) / winCount / unit })
  }
  return ladder
}

export const definition: DiceDefinition = {
  slug: 'dice',
  version: '1.0.0',
  sides,
  coins: unit,
  ladder: offered(),
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

/** What a roll comes to; exported so that the enumeration can visit every roll. */
export function outcomeOf(roll: number, stake: number, choice: DiceChoice): DiceOutcome {
  const isWin = choice.direction === 'under' ? roll < choice.target : roll > choice.target
  const payout = isWin ? Number((BigInt(stake) * BigInt(returned)) / BigInt(winCountOf(choice))) : 0
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
