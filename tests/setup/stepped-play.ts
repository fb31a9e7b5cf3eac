/** Plays rounds of several steps in any game, with a valid act at every step. */
import type { Act, SteppedOutcome, View } from '#contract/rounds.ts'
import type { Draw, SteppedMaths } from '#games/maths.ts'
import { outcomeOf, type Step } from '#games/stepped.ts'

/** Returns an act that continues the round if possible. */
export function possibleAct(view: View): Act {
  switch (view.game) {
    case 'mines':
      return { type: 'reveal', at: [...Array(25).keys()].find((tile) => !view.revealed.includes(tile))! }
    case 'towers':
      return { type: 'climb', at: 0 }
    case 'hilo':
      return { type: view.higher !== null && (view.lower === null || view.higher < view.lower) ? 'higher' : 'lower' }
    case 'poker':
      return { type: 'draw', hold: [0, 2] }
    case 'crash':
      return { type: 'cashOut', hundredths: view.cashOutAt ?? 150 }
    // It doubles and splits where possible, for more hands and more stakes.
    case 'blackjack':
      return { type: (['split', 'double', 'insure', 'hit'] as const).find((move) => view.moves.includes(move))! }
  }
}

export async function aRoundOf(
  maths: SteppedMaths,
  draw: Draw,
  stake: number,
  steps: number,
  choose = possibleAct,
): Promise<SteppedOutcome> {
  const acts: Act[] = []
  let step: Step<unknown> = await maths.open(draw, stake, maths.firstChoice())
  while (!step.isFinal) {
    const abandonedAct = acts.length < steps ? null : maths.abandoned(step.state)
    const act = abandonedAct === null || abandonedAct === 'refund' ? choose(step.view) : abandonedAct
    step = (await maths.act(draw, step.state, act))!
    acts.push(act)
  }
  return outcomeOf(acts, step)
}
