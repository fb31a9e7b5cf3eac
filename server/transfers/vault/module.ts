/** The vault: money that play, payments and swaps cannot reach, put in at once and taken out after a wait. */
import * as contract from '#contract/vault.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { bind } from '../../kernel/http/bind.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { inUnits } from '../../reference/index.ts'
import { invariants } from './invariants.ts'
import { releasesDue, releaseVaults } from './release-vaults.ts'
import { cancelVaultRelease } from './cancel-vault-release.ts'
import { putInVault } from './put-in-vault.ts'
import { readVault } from './read-vault.ts'
import { requestVaultRelease } from './request-vault-release.ts'

export const jobs = (deps: Deps): Job[] => [
  { name: 'vault-releases', everyMs: 1000, due: releasesDue, run: () => releaseVaults(deps) },
]

/** Personal data of this module. The balance of a vault is part of its account, which the wallet's records include. */
const lifecycle: PlayerLifecycle = {
  sections: {
    vaultReleases: ({ db }, playerId) =>
      db.kysely
        .selectFrom('wallet.vault_releases')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('requested_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

export const routes = [
  bind(contract.readVault, readVault),
  bind(contract.putInVault, putInVault),
  bind(contract.requestVaultRelease, requestVaultRelease),
  bind(contract.cancelVaultRelease, cancelVaultRelease),
]

/** Requested releases of money from the vault in the timeline of a player; what moved is shown with the ledger's rows. */
const timeline = [
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

export default defineModule({
  name: 'vault',
  tables: ['wallet.vault_releases'],
  routes,
  jobs,
  invariants,
  lifecycle,
  timeline,
})
