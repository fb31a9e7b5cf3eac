/**
 * Counters that strangers can fill (of an address, its block, the whole site) never cause a refusal: beyond them, a
 * call costs the browser a proof of work. Counters of one player, phone or mailbox may refuse calls (`mayAttempt`), to
 * protect it from guesses and floods.
 */
import { type Refused, refuse } from '#contract/endpoint.ts'
import type { Caller, Ctx } from '../deps.ts'
import { prefixOf } from './http/address-block.ts'
import {
  type Counted,
  countAttempt,
  digest,
  fullnessOf,
  mayAttempt,
  registrationAttempt,
  signInAttempt,
  perQuarterHour,
} from './attempts.ts'
import { playerTexts } from './player-texts.ts'

/** True within the limits, and beyond them with a proof of work. */
export async function mayPass(ctx: Ctx, counted: Counted[]): Promise<boolean> {
  if (await mayAttempt(ctx, counted)) return true
  await countAttempt(ctx.db.kysely, ctx.clock.now(), [crowdOf(ctx)])
  return hasProof(ctx)
}

/** Browsers solve the proof of work without the player's help; the message is for those without scripts. */
export function refuseCrowded(ctx: Ctx): Refused<'captchaRequired'> {
  return refuse('captchaRequired', { message: playerTexts(ctx).notice('tooManyAttempts') })
}

const proofs = new WeakMap<Caller, Promise<boolean>>()

/**
 * Whether the call includes a valid solution. A solution is valid for one call and consumed at once, even if the
 * attempt fails; of two concurrent submissions, one passes.
 */
export function hasProof(ctx: Ctx, answer: string | null | undefined = ctx.caller.captcha): Promise<boolean> {
  const known = proofs.get(ctx.caller)
  if (known || !answer) return known ?? Promise.resolve(false)
  const proof = takeSolution(ctx, answer)
  proofs.set(ctx.caller, proof)
  return proof
}

async function takeSolution(ctx: Ctx, answer: string): Promise<boolean> {
  const passed = await ctx.partners.captcha.verify(answer, await captchaRequest(ctx))
  if (!passed) return false
  const leftMs = passed.expiresAt.getTime() - ctx.clock.now().getTime()
  const limit = { max: 1, windowSeconds: Math.ceil(leftMs / 1000) }
  return mayAttempt(ctx, [{ key: `captcha:${digest(passed.id)}`, limit }])
}

/** At twice the limit the work is doubled, and so on up to sixteen times, which takes a phone a few seconds. */
const mostExtraBits = 4

export async function captchaRequest(ctx: Ctx) {
  const { caller, clock, db } = ctx
  const now = clock.now()
  const counted = [...signInAttempt(caller.ip), ...registrationAttempt(caller.ip), crowdOf(ctx)]
  const fullness = await fullnessOf(db.kysely, now, counted)
  const extraBits = Math.min(mostExtraBits, Math.max(0, Math.floor(Math.log2(Math.max(1, fullness)))))
  return { place: prefixOf(caller.ip), now, extraBits }
}

/** Counts the calls of a block of addresses beyond any limit. */
const crowdOf = ({ caller }: Ctx): Counted => ({
  key: `crowd:prefix:${prefixOf(caller.ip)}`,
  limit: perQuarterHour(60),
})
