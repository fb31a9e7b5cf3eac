/** Limits guesses of codes: different codes are counted, repeating one is not another guess. */
import type { KernelDeps } from '../deps.ts'
import { digest, limitedUntil, mayAttempt } from '../kernel/attempts.ts'

const windowSeconds = 3600
const mostGuesses = 20

/** `who`: the player, or the address of someone who registers. */
export async function mayGuessCode(ctx: KernelDeps, who: string, entered: string): Promise<boolean> {
  const code = entered.trim().toUpperCase()
  const asked = { key: `bonus-code:${who}:${digest(code)}`, limit: { max: 1, windowSeconds } }
  const guesses = { key: `bonus-code:${who}`, limit: { max: mostGuesses, windowSeconds } }
  if (await mayAttempt(ctx, [asked])) return mayAttempt(ctx, [guesses])
  // Refused only beyond the limit: the last allowed guess may be repeated.
  const over = { ...guesses, limit: { ...guesses.limit, max: mostGuesses + 1 } }
  return (await limitedUntil(ctx.db.kysely, ctx.clock.now(), over)) === null
}
