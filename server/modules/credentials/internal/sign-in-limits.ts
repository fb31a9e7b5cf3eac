/**
 * Limits on the costly password check, by address, address block and account. Against attackers with many of all three
 * there is a global limit: after a number of failed sign-ins from unfamiliar networks, only familiar networks of an
 * account are accepted until the window ends.
 */
import type { Ctx } from '../../../deps.ts'
import { addressOf, prefixOf } from '../../../http/address-block.ts'
import { type Counted, countAttempt, digest, forgetAttempt, limitedUntil } from '../../../platform/attempts.ts'

const windowSeconds = 15 * 60

export type Approach = { login: string; isFamiliar: boolean }

function shared({ caller }: Pick<Ctx, 'caller'>): Counted[] {
  return [
    { key: `sign-in:address:${addressOf(caller.ip)}`, limit: { max: 20, windowSeconds }, isShared: true },
    // A provider's address block, for attackers with many addresses.
    { key: `sign-in:prefix:${prefixOf(caller.ip)}`, limit: { max: 60, windowSeconds }, isShared: true },
  ]
}

/**
 * Unfamiliar networks share ten failures per account, existing or not, so they cannot lock its player out of familiar
 * networks.
 */
function own({ caller }: Pick<Ctx, 'caller'>, { login, isFamiliar }: Approach): Counted[] {
  const place = isFamiliar ? `familiar:${prefixOf(caller.ip)}` : 'account'
  return [{ key: `sign-in:${place}:${digest(login)}`, limit: { max: 10, windowSeconds } }]
}

function strangers({ settings }: Pick<Ctx, 'settings'>): Counted {
  return { key: 'sign-in:strangers', limit: { max: settings.strangerSignInFailures, windowSeconds } }
}

/**
 * Counted before any lookup, so that a flood costs one statement per call. Both return when the limit ends, or null.
 */
export function countAddress(ctx: Ctx): Promise<Date | null> {
  return countAttempt(ctx.db.kysely, ctx.clock.now(), shared(ctx))
}
export function countAccount(ctx: Ctx, approach: Approach): Promise<Date | null> {
  return countAttempt(ctx.db.kysely, ctx.clock.now(), own(ctx, approach))
}

/** Checked when a password's turn comes, so that sign-ins queued behind a flood see the limit that it has used up. */
export async function unfamiliarRefusedUntil(ctx: Ctx, { isFamiliar }: Approach): Promise<Date | null> {
  return isFamiliar ? null : limitedUntil(ctx.db.kysely, ctx.clock.now(), strangers(ctx))
}

export async function recordFailure(ctx: Ctx, { isFamiliar }: Approach): Promise<void> {
  if (isFamiliar) return
  const isSpent = (await countAttempt(ctx.db.kysely, ctx.clock.now(), [strangers(ctx)])) !== null
  if (isSpent)
    ctx.log.warn(
      'passwords are being guessed from many networks: sign-in is limited to familiar networks and to players who reset their password',
    )
}

export function recordSuccess(ctx: Ctx, approach: Approach): Promise<void> {
  return forgetAttempt(ctx, [...own(ctx, approach), ...shared(ctx)])
}
