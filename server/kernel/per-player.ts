/** Limits a costly call per player and window. Counted in the database, so it applies across processes and restarts. */
import { type Ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { type Limit, mayAttempt } from './attempts.ts'

export function perPlayer<Input, Value>(
  name: string,
  limit: Limit,
  verb: (ctx: PlayerCtx, input: Input) => Promise<Ok<Value>>,
) {
  return async (ctx: PlayerCtx, input: Input): Promise<Result<Value, 'tooManyAttempts'>> => {
    const isWithin = await mayAttempt(ctx, [{ key: `${name}:${ctx.caller.player.id}`, limit }])
    return isWithin ? verb(ctx, input) : refuse('tooManyAttempts')
  }
}
