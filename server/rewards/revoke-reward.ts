/** An operator revokes what a player has not used yet: an open bonus, free spins, a free bet, or cash that is due. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Alert } from '#contract/content.ts'
import type { KernelDeps, LedgerDeps, Tx } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { revokeBonus } from '../bonuses/index.ts'
import { notify } from '../messaging/index.ts'
import { lockStatus, readLocale } from '../identity/index.ts'
import { revokeFreeBet } from '../sports/index.ts'
import { titleIn } from './grant-reward.ts'

type Needs = LedgerDeps & { actor: OperatorActor }
type Refusal = 'reasonMissing' | 'nothingToRevoke'

/**
 * `id`: of a bonus, of free spins, of a free bet, or of a reward. Cash that was paid stays with the player, who is
 * notified.
 */
export async function revokeReward(
  deps: Needs,
  { id, reason }: { id: string; reason: string },
): Promise<Result<{ playerId: string }, Refusal>> {
  if (!reason) return refuse('reasonMissing')
  return deps.db.transaction(async (tx): Promise<Result<{ playerId: string }, Refusal>> => {
    const playerId = await revokeIn(tx, deps, { id, reason })
    if (playerId !== null) return ok({ playerId })
    const before = await revokedAt(tx, id)
    if (!before) return refuse('nothingToRevoke')
    return refuse('nothingToRevoke', { message: `Revoked at ${before.toISOString().slice(0, 16)} already.` })
  })
}

/** When an operator revoked it, for a command that is repeated; undefined if nobody did. */
async function revokedAt(tx: Tx, id: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('identity.audit')
    .select('at')
    .where('action', '=', 'reward-revoked')
    .where(sql`detail ->> 'id'`, '=', id)
    .limit(1)
    .executeTakeFirst()
  return row?.at
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
  const detail = { id, name, reason: reason.slice(0, 500) }
  await audit(tx, { clock: deps.clock, actor: deps.actor }, { action: 'reward-revoked', playerId, detail })
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
