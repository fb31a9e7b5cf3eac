/** Rewards that an operator grants by hand, with the verb of the desk. */
import { randomUUID } from 'node:crypto'
import type { GrantedReward } from '#contract/desk/rewards.ts'
import type { Deps } from '#server/deps.ts'
import { grantToPlayer } from '#server/rewards/desk.ts'
import { deskCtx } from './operator.ts'

type More = { id?: string; title?: string; again?: string | null }

export function grantTo(
  deps: Deps,
  playerId: string,
  reward: GrantedReward,
  { id = randomUUID(), title = 'A gesture', again = null }: More = {},
): ReturnType<typeof grantToPlayer> {
  return grantToPlayer(deskCtx(deps), { playerId, id, reward, title, reason: 'Waited for support', again })
}
