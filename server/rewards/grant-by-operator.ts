/**
 * A reward that an operator grants by hand, of any kind. The same within a day is granted again only by a command that
 * names the last one, so that a command that is repeated after an interruption grants nothing more.
 */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { GameDeps, LedgerDeps, Tx } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { isExcludedIn } from '../protection/index.ts'
import { lockStatus } from '../identity/index.ts'
import { isOfferedIn } from '../reference/index.ts'
import { aboveGrantLimit, grantedLately } from './granted-lately.ts'
import { columnsOf, grantReward, type GrantStatus } from './grant-reward.ts'
import type { EarnedReward } from './reward.ts'

type Needs = LedgerDeps & GameDeps & { actor: OperatorActor }
/** `reason` is the title of the reward, which the player reads; `after`, the last grant of the same that is known. */
export type OperatorGrant = { playerId: string; reward: EarnedReward; reason: string; after?: string | null }
export type OperatorGrantRefusal = 'grantedAlready' | 'aboveGrantLimit' | 'currencyNotOffered'

export const longestTitle = 200

export function grantByOperator(
  needs: Needs,
  grant: OperatorGrant,
): Promise<Result<GrantStatus, OperatorGrantRefusal>> {
  const source = randomUUID()
  const { playerId, reward } = grant
  const reason = grant.reason.slice(0, longestTitle)
  return needs.db.transaction(async (tx): Promise<Result<GrantStatus, OperatorGrantRefusal>> => {
    const allowed = await check(tx, needs, { ...grant, reason })
    if (!allowed.ok) return allowed
    const status = await grantReward(tx, needs, {
      playerId,
      reward,
      source: 'operator',
      sourceId: source,
      title: { en: reason },
    })
    const { actor, clock } = needs
    const of = reward.kind === 'cash' ? { ...reward, amount: String(reward.amount) } : reward
    await audit(tx, { actor, clock }, { action: 'reward-granted', playerId, detail: { source, ...of, reason, status } })
    return ok(status)
  })
}

function sentence({ id, at }: { id: string; at: Date }): string {
  return `Granted at ${at.toISOString().slice(0, 16)} already, for the same reason. To grant it once more, write --again=${id} before the reason.`
}

/** Under the player's lock, so that of two grants at once each is judged after the other. */
async function check(tx: Tx, needs: Needs, grant: OperatorGrant): Promise<Result<void, OperatorGrantRefusal>> {
  const { playerId, reward, reason: title, after = null } = grant
  await lockStatus(tx, playerId)
  const last = await grantedLately(tx, needs, { playerId, columns: columnsOf(reward), title })
  if (last && last.id !== after) return refuse('grantedAlready', { message: sentence(last) })
  const above = await aboveGrantLimit(tx, needs, { playerId, reward })
  if (above !== null) return refuse('aboveGrantLimit', { message: above })
  // Locks the limits, which come before currencies wherever both are locked.
  await isExcludedIn(tx, needs, playerId)
  if (reward.kind !== 'points' && !(await isOfferedIn(tx, reward.currency))) return refuse('currencyNotOffered')
  return ok()
}
