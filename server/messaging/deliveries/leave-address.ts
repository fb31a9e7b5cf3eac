/** Withdraws or redirects deliveries that wait for the former address or phone of a player. */
import type { KernelDeps, Tx } from '../../deps.ts'
import { addressTemplates, followingTemplates } from './templates.ts'
import { withdrawMarketing } from './withdraw-marketing.ts'

/** Notices of changes to the account still go to the former address. The caller has locked the player. */
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
