/** Verifies a WebAuthn assertion: an unused challenge of this site, a player's passkey, and a verified user. */
import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { counterAfter, readAssertion } from './ceremony.ts'
import { wasDone } from '../players/was-done.ts'
import { type ChallengeOf, takeChallenge } from './internal/challenges.ts'
import { siteParty } from './internal/passkeys.ts'

type PasskeyRow = Selectable<Tables['credentials.passkeys']>
type Proven = { playerId: string; passkeyId: string; challengedAt: Date }

/** The player whose passkey signed the challenge; null if the signature is invalid or the challenge was used. */
export async function takeAssertion(
  ctx: Ctx,
  answer: unknown,
  expected: ChallengeOf & { purpose: 'step-up' | 'sign-in' },
): Promise<Proven | null> {
  const read = readAssertion(answer)
  const challengedAt = read && (await takeChallenge(ctx, read.challenge, expected))
  if (!read || !challengedAt) return null
  const passkey = await ctx.db.kysely
    .selectFrom('credentials.passkeys')
    .selectAll()
    .where('credential_id', '=', read.assertion.id)
    .executeTakeFirst()
  if (!passkey || (expected.playerId && passkey.player_id !== expected.playerId)) return null
  const counter = await counterAfter(ctx, siteParty(ctx), read, passkey, passkey.player_id)
  if (counter === null || !(await recordUse(ctx, passkey, counter))) return null
  return { playerId: passkey.player_id, passkeyId: passkey.id, challengedAt }
}

/**
 * Whether the passkey still exists and the password has not been set since the challenge was created: the signer may be
 * the person whom the new password is meant to exclude. The challenge of a sign-in belongs to no player, so a change of
 * the password cannot delete it. The caller has locked the player.
 */
export async function isCurrent(tx: Tx, { playerId, passkeyId, challengedAt: since }: Proven): Promise<boolean> {
  if (await wasDone(tx, { action: 'password-reset', playerId, since })) return false
  if (await wasDone(tx, { action: 'password-changed', playerId, since })) return false
  const row = await tx.selectFrom('credentials.passkeys').select('id').where('id', '=', passkeyId).executeTakeFirst()
  return row !== undefined
}

/** False if a concurrent use has already increased the counter. */
async function recordUse({ db, clock }: Ctx, { id, counter }: PasskeyRow, newCounter: bigint): Promise<boolean> {
  const updated = await db.kysely
    .updateTable('credentials.passkeys')
    .set({ counter: newCounter, last_used_at: clock.now() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
