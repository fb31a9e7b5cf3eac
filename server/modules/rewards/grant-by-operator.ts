/** A reward that an operator grants by hand, of any kind; repeated, it is granted again. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { OperatorActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { grantReward, type GrantStatus } from './grant-reward.ts'
import type { EarnedReward } from './reward.ts'

type Needs = Pick<Deps, 'db' | 'ledger' | 'clock' | 'settings' | 'content'> & { actor: OperatorActor }

/** `reason` is the title of the reward, which the player reads. */
export function grantByOperator(
  needs: Needs,
  { playerId, reward, reason }: { playerId: string; reward: EarnedReward; reason: string },
): Promise<GrantStatus> {
  const source = randomUUID()
  return needs.db.transaction(async (tx) => {
    const status = await grantReward(tx, needs, {
      playerId,
      reward,
      source: 'operator',
      sourceId: source,
      title: { en: reason.slice(0, 200) },
    })
    const { actor, clock } = needs
    const of = reward.kind === 'cash' ? { ...reward, amount: String(reward.amount) } : reward
    await audit(
      tx,
      { actor, clock },
      { action: 'reward-granted', playerId, detail: { source, ...of, reason: reason.slice(0, 500), status } },
    )
    return status
  })
}
