/** Limits guesses of codes: different codes are counted, repeating one is not another guess. */
import type { KernelDeps } from '../deps.ts'
import { digest, limitedUntil, mayAttempt } from '../kernel/attempts.ts'

const windowSeconds = 3600
const mostGuesses = 20

/** `guesser`: the id of the player, or the address of someone who registers. */
export async function mayGuessCode(ctx: KernelDeps, guesser: string, entered: string): Promise<boolean> {
  const code = entered.trim().toUpperCase()
  const thisCode = { key: `bonus-code:${guesser}:${digest(code)}`, limit: { max: 1, windowSeconds } }
  const guesses = { key: `bonus-code:${guesser}`, limit: { max: mostGuesses, windowSeconds } }
  if (await mayAttempt(ctx, [thisCode])) return mayAttempt(ctx, [guesses])
  // Calls are refused only beyond the limit, so that the last allowed guess can be repeated.
  const beyondLimit = { ...guesses, limit: { ...guesses.limit, max: mostGuesses + 1 } }
  return (await limitedUntil(ctx.db.kysely, ctx.clock.now(), beyondLimit)) === null
}
