/** Limits guesses of codes: different codes are counted, repeating one is not another guess. */
import type { KernelDeps } from '../deps.ts'
import { digest, limitedUntil, mayAttempt, perHour } from '../kernel/attempts.ts'

const mostGuesses = 20

/** `guesser`: the id of the player, or the address of someone who registers. */
export async function mayGuessCode(ctx: KernelDeps, guesser: string, entered: string): Promise<boolean> {
  const code = entered.trim().toUpperCase()
  const thisCode = { key: `bonus-code:${guesser}:${digest(code)}`, limit: perHour(1) }
  const guesses = { key: `bonus-code:${guesser}`, limit: perHour(mostGuesses) }
  if (await mayAttempt(ctx, [thisCode])) return mayAttempt(ctx, [guesses])
  // Calls are refused only beyond the limit, so that the last allowed guess can be repeated.
  const beyondLimit = { ...guesses, limit: perHour(mostGuesses + 1) }
  return (await limitedUntil(ctx.db.kysely, ctx.clock.now(), beyondLimit)) === null
}
