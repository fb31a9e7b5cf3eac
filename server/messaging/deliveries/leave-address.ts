/** What waits for an address or a phone that its player leaves: some is withdrawn, some follows to the new one. */
import type { KernelDeps, Tx } from '../../deps.ts'
import { addressTemplates, followingTemplates } from './templates.ts'
import { withdrawMarketing } from './withdraw-marketing.ts'

/** Notices of what happened to the account still go to the former one. The caller has locked the player. */
export async function leaveAddress(
  tx: Tx,
  deps: KernelDeps,
  { playerId, medium, to }: { playerId: string; medium: 'mail' | 'sms'; to: string },
): Promise<void> {
  await withdrawMarketing(tx, deps, { playerId, medium })
  const waiting = tx
    .updateTable('deliveries.deliveries')
    .where('player_id', '=', playerId)
    .where('medium', '=', medium)
    .where('state', '=', 'waiting')
  await waiting
    .set({ state: 'withdrawn', values: {}, ended_at: deps.clock.now() })
    .where('template', 'in', addressTemplates)
    .execute()
  await waiting.set({ recipient: to }).where('template', 'in', followingTemplates).execute()
}
