/** Games that a law excludes, by the country of the account; without an account, by the visitor's country. */
import type { Ctx } from '../../../deps.ts'
import type { StudioGame } from '../../../partners/game-studio/port.ts'
import { gamesExcludedByLaw, isGameExcluded } from '../../../kernel/policy.ts'
import { policyOfCaller } from '../../../identity/index.ts'

/** Whether the law allows a game to the caller. */
export async function lawOf(ctx: Ctx): Promise<(game: StudioGame) => boolean> {
  if (gamesExcludedByLaw(ctx.settings).size === 0) return () => true
  const { excluded } = (await policyOfCaller(ctx)).games
  return (game) => !isGameExcluded(game, excluded)
}
