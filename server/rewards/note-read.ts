/** An operator who reads a player's rewards is recorded with the player. */
import type { KernelDeps } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'

export async function noteRead(
  { db, clock, actor }: KernelDeps & { actor: OperatorActor },
  playerId: string,
  what: 'rewards' | 'quests' | 'loyalty',
): Promise<void> {
  await audit(db.kysely, { clock, actor }, { action: 'rewards-read', playerId, detail: { what } })
}
