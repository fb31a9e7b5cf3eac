import type * as contract from '#contract/credentials.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { steppedUpUntil } from '../sessions/step-up.ts'
import { stepUpMethodsOf } from './step-up-methods.ts'

export async function readStepUp(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.readStepUp>>> {
  const [{ methods }, until] = await Promise.all([stepUpMethodsOf(ctx), steppedUpUntil(ctx)])
  return ok({ methods, validUntil: until?.toISOString() ?? null })
}
