/**
 * Proof of liabilities: what is owed to players is published every night, and each can verify the own balance in it.
 */
import * as contract from '#contract/liabilities.ts'
import { drawKeyIds, renewDrawKey, versionOfDrawKey } from '#games/studio/draw-keys.ts'
import { countOpenRounds } from '#games/studio/recover.ts'
import { defineModule } from '../kernel/module.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { plain, type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { bind } from '../kernel/http/bind.ts'
import { inHouseStudioKeysOf } from '../partners/game-studio/in-house-studio.ts'
import type { SealedData, SealingNeeds, SignedData } from '../kernel/sealed-data.ts'
import { invariants } from './invariants.ts'
import { liabilityCommands } from './operator-commands.ts'
import { publishReport, reportDue } from './publish-report.ts'
import { downloadOperatorKey } from './download-operator-key.ts'
import { listLiabilityReports } from './list-liability-reports.ts'
import { readLiabilityProof } from './read-liability-proof.ts'

const jobs = (deps: Deps): Job[] => [
  {
    name: 'liabilities',
    everyMs: 60_000,
    due: reportDue,
    isExclusive: true,
    isLiveOnly: true,
    run: (_signal, actor) => publishReport({ ...deps, actor }),
  },
]

/** Personal data of this module: the player's balances in recent reports, as the leaves that prove them. */
export const lifecycle: PlayerLifecycle = {
  sections: {
    liabilityLeaves: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('liabilities.leaves')
          .select(['report', 'currency', 'part', 'position', 'amount'])
          .where('player_id', '=', playerId)
          .orderBy('report', 'desc')
          .limit(recordLimit)
          .execute(),
      ),
  },
}

export const routes = [
  bind(contract.downloadOperatorKey, downloadOperatorKey),
  bind(contract.listLiabilityReports, listLiabilityReports),
  bind(contract.readLiabilityProof, readLiabilityProof),
]

/** The private keys that draw server seeds, and rounds of the in-house studio in progress. */
const drawKeys: SealedData = {
  what: 'keys of draws',
  list: ({ db }) => drawKeyIds(db.kysely),
  keyOf: (needs, id) => versionOfDrawKey(partsOf(needs), id),
  renew: (needs, id) => renewDrawKey(partsOf(needs), id),
}

const openRounds: SignedData = {
  what: 'open rounds from before the change',
  count: ({ db }, before) => countOpenRounds(db.kysely, before),
}

function partsOf({ db, clock, settings }: SealingNeeds) {
  return { db, clock, ...inHouseStudioKeysOf(settings) }
}

export default defineModule({
  name: 'liabilities',
  tables: [
    'liabilities.held',
    'liabilities.holdings',
    'liabilities.leaves',
    'liabilities.levels',
    'liabilities.owed',
    'liabilities.reports',
    'liabilities.trees',
  ],
  routes,
  jobs,
  invariants,
  lifecycle,
  sealedData: [drawKeys],
  signedData: [openRounds],
  databaseCommands: { liabilities: liabilityCommands },
})
