/** An operator revokes what a player has not used yet: an open bonus, free spins, a free bet, or cash that is due. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Alert } from '#contract/content.ts'
import type { KernelDeps, LedgerDeps, Tx } from '../deps.ts'
import { nameOfActor, type OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { revokeBonus } from '../bonuses/index.ts'
import { notify } from '../messaging/index.ts'
import { lockStatus, readLocale } from '../identity/index.ts'
import { revokeFreeBet } from '../sports/index.ts'
import { titleIn } from './grant-reward.ts'

type Needs = LedgerDeps & { actor: OperatorActor }
type Refusal = 'nothingToRevoke'

/**
 * `id`: of a bonus, of free spins, of a free bet, or of a reward, and only of `playerId` where that is stated. Cash that was paid stays with the player, who is
 * notified.
 */
export async function revokeReward(
  deps: Needs,
  { id, reason, playerId }: { id: string; reason: string; playerId?: string },
): Promise<Result<{ playerId: string }, Refusal>> {
  return deps.db.transaction(async (tx): Promise<Result<{ playerId: string }, Refusal>> => {
    const revoked = await revokeIn(tx, deps, { id, reason })
    if (revoked !== null)
      return playerId && revoked !== playerId ? refuse('nothingToRevoke') : ok({ playerId: revoked })
    const before = await findRevocation(tx, id)
    if (!before?.player_id || (playerId && before.player_id !== playerId)) return refuse('nothingToRevoke')
    const { actor, at } = before
    // Repeated, because its answer was lost.
    if (playerId && actor === nameOfActor(deps.actor) && before.reason === reason) return ok({ playerId })
    const by = actor?.replace('operator:', '') ?? 'nobody'
    return refuse('nothingToRevoke', { message: `Revoked at ${at.toISOString().slice(0, 16)} already, by ${by}.` })
  })
}

/** When an operator revoked it and who, for one that is repeated; undefined if nobody did. */
async function findRevocation(tx: Tx, id: string) {
  return tx
    .selectFrom('identity.audit')
    .select(['at', 'actor', 'player_id', sql<string | null>`detail ->> 'reason'`.as('reason')])
    .where('action', '=', 'reward-revoked')
    .where(sql`detail ->> 'id'`, '=', id)
    .limit(1)
    .executeTakeFirst()
}

/** The player; null if there is nothing to revoke. */
export async function revokeIn(
  tx: Tx,
  deps: Needs,
  { id, reason }: { id: string; reason: string },
): Promise<string | null> {
  const revoked =
    (await revokeDue(tx, deps, id)) ?? (await revokeBonus(tx, deps, id)) ?? (await revokeFreeBet(tx, deps, id))
  if (!revoked) return null
  const { playerId, name } = revoked
  await audit(tx, deps, {
    action: 'reward-revoked',
    playerId,
    before: 'open',
    after: 'revoked',
    reason: reason.slice(0, 500),
    detail: { id, name },
  })
  const locale = await readLocale(tx, playerId)
  const words = (deps.content.read(locale, 'alerts').rewards as Record<string, Alert>).rewardRevoked!
  await notify(tx, {
    playerId,
    key: 'reward-revoked',
    title: words.title,
    description: (words.description ?? '').replaceAll('{name}', () => name),
    button: { label: words.button, target: { kind: 'page', path: '/contact' } },
    at: deps.clock.now(),
    once: id,
  })
  return playerId
}

async function revokeDue(
  tx: Tx,
  { clock }: KernelDeps,
  id: string,
): Promise<{ playerId: string; name: string } | null> {
  const grant = await tx.selectFrom('rewards.grants').select('player_id').where('id', '=', id).executeTakeFirst()
  if (!grant) return null
  await lockStatus(tx, grant.player_id)
  const row = await tx
    .updateTable('rewards.grants')
    .set({ status: 'void', reason: 'revoked', settled_at: clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .returningAll()
    .executeTakeFirst()
  return row ? { playerId: row.player_id, name: titleIn(row, await readLocale(tx, row.player_id)) } : null
}
