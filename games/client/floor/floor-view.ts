// The common parts of table and instant games: a picture above the options, a pause before the result, its announcement, and
// its entry in the strip of results.

import '../style/floor.css'
import type { FloorChoice, FloorOutcome } from '#contract/floor-rounds.ts'
import type { FloorMaths } from '#games/maths.ts'
import { oddsOf } from '#games/odds.ts'
import { el } from '../dom.ts'
import { amountOf, resultName, rollLineNames } from '../results.ts'
import type { GameContext, GameView } from '../view.ts'

export type FloorGame<Choice extends FloorChoice | null, Outcome extends FloorOutcome> = {
  picture: HTMLElement
  /** True if the options stand beside the picture where the screen is wide enough, not below it. */
  isTall?: boolean
  options: HTMLElement
  /** How long the picture moves before the result is shown. */
  suspenseMs: number
  choice(): Choice
  setStake?(stake: number): void
  /** The round has begun; the outcome is not known yet. */
  start(): void
  show(outcome: Outcome): Promise<void>
  /** Shows the last round without animation and selects its choice again. */
  rest(outcome: Outcome): void
  /** Shows the picture without a result. */
  clear(): void
  /** The result in one or two words or a number. */
  result(outcome: Outcome): string
  payouts?(stake: number): HTMLElement
  /** Set if choices differ in their maximum win. */
  maths?: FloorMaths
}

/** Undefined while the choice is incomplete. */
function oddsAt(maths: FloorMaths, chosen: FloorChoice | null) {
  const stake = maths.unit * 100
  const choice = maths.readChoice(chosen, stake)
  return choice === undefined ? undefined : oddsOf(maths, choice, stake)
}

export function floorView<Choice extends FloorChoice | null, Outcome extends FloorOutcome>(
  slug: string,
  context: GameContext,
  game: FloorGame<Choice, Outcome>,
): GameView {
  const { words, pace, showLine, sound } = context
  const element = el('div', { class: `floor ${slug}${game.isTall ? ' tall' : ''}` }, game.picture, game.options)
  let started = 0

  function lock(isLocked: boolean) {
    element.toggleAttribute('data-playing', isLocked)
    for (const control of element.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button'))
      control.disabled = isLocked
  }
  function announce(outcome: Outcome, stake: number) {
    const result = { payout: outcome.payout, staked: stake }
    const values = { roll: game.result(outcome), amount: amountOf(context, result) }
    const isWin = outcome.payout > stake
    element.dataset.result = isWin ? 'win' : 'none'
    showLine(words(rollLineNames[resultName(result)], values), isWin ? 'win' : 'plain')
  }
  return {
    element,
    choice: game.choice,
    drawn: (outcome) => game.result(outcome as Outcome),
    setStake: (stake) => game.setStake?.(stake),
    begin() {
      started = performance.now()
      delete element.dataset.result
      game.clear()
      lock(true)
      sound.start()
      game.start()
    },
    async finish(result, stake) {
      const outcome = result as Outcome
      await pace.wait(started + game.suspenseMs - performance.now())
      await game.show(outcome)
      sound.stop(0)
      announce(outcome, stake)
      lock(false)
    },
    abandon() {
      lock(false)
      game.clear()
    },
    rest: (outcome) => game.rest(outcome as Outcome),
    ...(game.payouts && { payouts: game.payouts }),
    odds: () => game.maths && oddsAt(game.maths, game.choice()),
  }
}
