/**
 * Who may reach the costly check of a password. Addresses, blocks of addresses and accounts have limits of their own; against
 * guessers who own many of all three, the house has one more: so many wrong passwords from places that are strange to the account,
 * and for the rest of the window only places that the account knows are let through.
 */
import type { Ctx } from '../../../deps.ts'
import { addressOf, prefixOf } from '../../../http/address-block.ts'
import { type Counted, countAttempt, digest, forgetAttempt, fullUntil } from '../../../platform/attempts.ts'

const windowSeconds = 15 * 60

export type Approach = { login: string; isFamiliar: boolean }

function shared({ caller }: Pick<Ctx, 'caller'>): Counted[] {
  return [
    { key: `sign-in:address:${addressOf(caller.ip)}`, limit: { max: 20, windowSeconds }, isShared: true },
    // A provider's block of addresses, for attackers who own many.
    { key: `sign-in:prefix:${prefixOf(caller.ip)}`, limit: { max: 60, windowSeconds }, isShared: true },
  ]
}

/** Strangers share ten wrong passwords an account, whether it exists or not; with those they cannot lock its player out of familiar places. */
function own({ caller }: Pick<Ctx, 'caller'>, { login, isFamiliar }: Approach): Counted[] {
  const place = isFamiliar ? `familiar:${prefixOf(caller.ip)}` : 'account'
  return [{ key: `sign-in:${place}:${digest(login)}`, limit: { max: 10, windowSeconds } }]
}

function strangers({ settings }: Pick<Ctx, 'settings'>): Counted {
  return { key: 'sign-in:strangers', limit: { max: settings.strangerSignInFailures, windowSeconds } }
}

/** Counts before anything is looked up, so that a flood costs one statement each. Both answer when to come back, or null. */
export function countAddress(ctx: Ctx): Promise<Date | null> {
  return countAttempt(ctx.db.kysely, ctx.clock.now(), shared(ctx))
}
export function countAccount(ctx: Ctx, approach: Approach): Promise<Date | null> {
  return countAttempt(ctx.db.kysely, ctx.clock.now(), own(ctx, approach))
}

/** Asked when a password's turn has come: those that waited behind a flood find the budget as the flood has left it. */
export async function strangersRefusedUntil(ctx: Ctx, { isFamiliar }: Approach): Promise<Date | null> {
  return isFamiliar ? null : fullUntil(ctx.db.kysely, ctx.clock.now(), strangers(ctx))
}

export async function recordFailure(ctx: Ctx, { isFamiliar }: Approach): Promise<void> {
  if (isFamiliar) return
  const isSpent = (await countAttempt(ctx.db.kysely, ctx.clock.now(), [strangers(ctx)])) !== null
  if (isSpent)
    ctx.log.warn(
      'passwords are being guessed from many places: sign-in is open to places that accounts know, and to who resets a password',
    )
}

export function recordSuccess(ctx: Ctx, approach: Approach): Promise<void> {
  return forgetAttempt(ctx, [...own(ctx, approach), ...shared(ctx)])
}
