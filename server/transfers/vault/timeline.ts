/** Requested releases of money from the vault in the timeline of a player; what moved is shown with the ledger's rows. */
import { sql } from 'kysely'
import { timelineSource } from '../../kernel/timeline.ts'
import { inUnits } from '../../reference/index.ts'

export const timeline = [
  timelineSource<{ currency: string; amount: bigint; outcome: string | null }>({
    name: 'vault-releases',
    kind: 'money',
    scope: 'cashier:read',
    from: sql`wallet.vault_releases`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`requested_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`currency, amount, outcome`,
    show: ({ currency, amount, outcome }) => ({
      what: 'vaultRelease',
      state: outcome ?? 'waiting',
      amount: inUnits(amount, currency),
    }),
  }),
]
