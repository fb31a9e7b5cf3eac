/** Plays rounds of several steps: a possible act at every step, whatever the game. */
import type { Act, SteppedOutcome, View } from '#contract/rounds.ts'
import type { Draw, SteppedMaths } from '#games/maths.ts'
import { outcomeOf, type Step } from '#games/stepped.ts'

/** Leads on without ending the round by the player's wish. */
export function anAct(view: View): Act {
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
    // Doubles and splits where possible: more hands, more stakes.
    case 'blackjack':
      return { type: (['split', 'double', 'insure', 'hit'] as const).find((move) => view.moves.includes(move))! }
  }
}

export async function aRoundOf(
  maths: SteppedMaths,
  draw: Draw,
  stake: number,
  steps: number,
  choose = anAct,
): Promise<SteppedOutcome> {
  const acts: Act[] = []
  let step: Step<unknown> = await maths.open(draw, stake, maths.firstChoice())
  while (!step.isFinal) {
    const rest = acts.length < steps ? null : maths.abandoned(step.state)
    const act = rest === null || rest === 'refund' ? choose(step.view) : rest
    step = (await maths.act(draw, step.state, act))!
    acts.push(act)
  }
  return outcomeOf(acts, step)
}
