/** An operator removes the second factors of a player who has lost them. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps, Tx } from '../../deps.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import type { PlayerLifecycle, ReviewDeps } from '../../kernel/player-lifecycle.ts'
import { send } from '../../messaging/index.ts'
import { lockStatus } from '../players/lock-status.ts'
import { readPlayer } from '../players/players.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.ts'

/** Withdrawals are reviewed for this long: enough for the owner to notice that another person requested the removal. */
const heldHours = 72

/** No withdrawal is approved for this long, so that the owner, who is told, has a night to object. */
const waitHours = 24

type Needs = ReviewDeps & { actor: OperatorActor; lifecycles: PlayerLifecycle[] }
type Removed = { authenticators: number; passkeys: number }

/** For some days withdrawals go to review, including those not yet sent: the password alone now signs in. */
export async function removeFactors(
  needs: Needs,
  { playerId, hasPasskeys, reason }: { playerId: string; hasPasskeys: boolean; reason: string },
): Promise<Result<Removed, 'nothingToRemove'>> {
  return needs.db.transaction(async (tx): Promise<Result<Removed, 'nothingToRemove'>> => {
    const status = await lockStatus(tx, playerId)
    const player = await readPlayer(tx, playerId)
    const { numDeletedRows: authenticators } = await tx
      .deleteFrom('credentials.totps')
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    await forgetRecoveryCodes(tx, playerId)
    const passkeys = hasPasskeys
      ? (await tx.deleteFrom('credentials.passkeys').where('player_id', '=', playerId).executeTakeFirst())
          .numDeletedRows
      : 0n
    if (authenticators + passkeys === 0n) return refuse('nothingToRemove')
    const held_until = new Date(needs.clock.now().getTime() + heldHours * 3_600_000)
    await tx
      .insertInto('credentials.removals')
      .values({ player_id: playerId, held_until })
      .onConflict((conflict) => conflict.column('player_id').doUpdateSet({ held_until }))
      .execute()
    for (const { reviewUnsent } of needs.lifecycles) await reviewUnsent?.(needs, tx, playerId, 'factors')
    const removed = { authenticators: Number(authenticators), passkeys: Number(passkeys) }
    await audit(tx, needs, {
      action: 'factors-removed',
      playerId,
      // Passkeys that stay are in neither.
      before: { authenticators: removed.authenticators, ...(hasPasskeys && { passkeys: removed.passkeys }) },
      after: { authenticators: 0, ...(hasPasskeys && { passkeys: 0 }) },
      reason,
    })
    if (player.email && status !== 'closed')
      await send(tx, needs, {
        medium: 'mail',
        to: player.email,
        locale: player.locale,
        template: 'factors-removed',
        playerId,
        values: { at: needs.clock.now().toISOString() },
      })
    return ok(removed)
  })
}

/** Whether an operator removed the player's factors within `heldHours`. The caller has locked the player. */
export async function hasRemovedFactors(tx: Tx, { clock }: KernelDeps, playerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('credentials.removals')
    .select('player_id')
    .where('player_id', '=', playerId)
    .where('held_until', '>', clock.now())
    .executeTakeFirst()
  return row !== undefined
}

/** Until when no withdrawal is approved, because an operator removed the player's factors; null if one may be. */
export async function waitsAfterRemoval(tx: Tx, { clock }: KernelDeps, playerId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('credentials.removals')
    .select('held_until')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (!row) return null
  const until = new Date(row.held_until.getTime() - (heldHours - waitHours) * 3_600_000)
  return until > clock.now() ? until : null
}
