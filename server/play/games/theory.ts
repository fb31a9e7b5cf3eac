/** What a game returns and how widely, as its studio states it. */
import type { GameDeps } from '../../deps.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { findGame } from './internal/catalogue.ts'

export type Theory = {
  title: string
  /** Part of the stakes; null if the studio does not state it. */
  expected: number | null
  /** Standard deviation of a round, in stakes; null if the studio does not state it. */
  deviation: number | null
  /** The player chooses the odds of each round, so that `deviation` is that of one choice. */
  isChosen: boolean
}

/** For a game that has left the catalogue too, with its id as title and without figures. */
export function readTheory(deps: GameDeps, gameId: string): Theory {
  const found = findGame(deps, gameId)
  if (!found) return { title: gameId, expected: null, deviation: null, isChosen: false }
  const { rtpExact, deviation, hitRate } = found.game
  const expected = Number(rtpExact.numerator) / Number(rtpExact.denominator)
  return {
    title: found.game.text(defaultLocale).name,
    expected: expected > 0 ? expected : null,
    deviation,
    isChosen: hitRate === null,
  }
}
