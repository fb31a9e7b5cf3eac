/** Bonuses, free spins and turnover wagers. */
import * as contract from '#contract/bonuses.ts'
import { defineModule } from '../kernel/module.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { mostConcerns, type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import { bind } from '../kernel/http/bind.ts'
import { invariants } from './invariants.ts'
import { offerConflict } from './internal/offer-conflicts.ts'
import { brokenRule } from './internal/permitted.ts'
import { offerKind } from './offer-kind.ts'
import { timeline } from './timeline.ts'
import { standing } from './standing.ts'
import { creditSpinWins, spinWinsDue } from './credit-spin-wins.ts'
import { bonusesDue, finishBonuses } from './finish-bonuses.ts'
import { activatePlayerBonus, activatePlayerFreespin } from './activate-player-bonus.ts'
import { addBonusCode } from './add-bonus-code.ts'
import { cancelPlayerBonus, cancelPlayerFreespin } from './cancel-player-bonus.ts'
import { listBonusCodes } from './list-bonus-codes.ts'
import { listBonuses } from './list-bonuses.ts'
import { listPlayerBonuses, listPlayerFreespins } from './list-player-bonuses.ts'
import { readBonusPage } from './read-bonus-page.ts'
import { readBonusStatus } from './read-bonus-status.ts'
import { removeBonusCode } from './remove-bonus-code.ts'

/** The kind of offers with the rules of policies and those between offers. */
const offers = { ...offerKind, brokenRule, conflict: offerConflict }

const jobs = (deps: Deps): Job[] => [
  { name: 'bonuses', everyMs: 1000, due: bonusesDue, run: () => finishBonuses(deps) },
  { name: 'spin-wins', everyMs: 1000, due: spinWinsDue, run: () => creditSpinWins(deps) },
]

const resultNames = ['running', 'played', 'cancelled', 'expired', 'lost'] as const

/** A player's personal data in bonuses. */
export const lifecycle: PlayerLifecycle = {
  sections: {
    bonuses: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_bonuses')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    freeSpins: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_freespins')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute(),
    bonusCodes: ({ db }, playerId) =>
      db.kysely
        .selectFrom('bonuses.player_codes')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('added_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
  async concerns({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('bonuses.player_bonuses')
      .select(['bonus_id', 'result', 'created_at'])
      .where('player_id', '=', playerId)
      .orderBy('created_at', 'desc')
      .limit(mostConcerns)
      .execute()
    return rows.map((row) => ({
      kind: 'bonus',
      detail: [row.bonus_id],
      state: resultNames[row.result - 1]!,
      path: `/players/${playerId}/rewards`,
      at: row.created_at,
    }))
  },
}

export const routes = [
  bind(contract.listBonuses, listBonuses),
  bind(contract.readBonusPage, readBonusPage),
  bind(contract.readBonusStatus, readBonusStatus),
  bind(contract.listBonusCodes, listBonusCodes),
  bind(contract.addBonusCode, addBonusCode),
  bind(contract.removeBonusCode, removeBonusCode),
  bind(contract.listPlayerBonuses, listPlayerBonuses),
  bind(contract.activatePlayerBonus, activatePlayerBonus),
  bind(contract.cancelPlayerBonus, cancelPlayerBonus),
  bind(contract.listPlayerFreespins, listPlayerFreespins),
  bind(contract.activatePlayerFreespin, activatePlayerFreespin),
  bind(contract.cancelPlayerFreespin, cancelPlayerFreespin),
]

export default defineModule({
  name: 'bonuses',
  tables: [
    'bonuses.freespin_uses',
    'bonuses.player_bonuses',
    'bonuses.player_codes',
    'bonuses.player_freespins',
    'bonuses.refused_once',
  ],
  routes,
  jobs,
  invariants,
  definitions: [offers],
  lifecycle,
  timeline,
  standing,
})
