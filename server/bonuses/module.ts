/** Bonuses, free spins and turnover wagers. */
import { defineModule } from '../kernel/module.ts'
import { routes } from './routes.ts'
import { jobs } from './jobs.ts'
import { invariants } from './invariants.ts'
import { offerConflict } from './internal/offer-conflicts.ts'
import { brokenRule } from './internal/permitted.ts'
import { offerKind } from './offer-kind.ts'
import { lifecycle } from './lifecycle.ts'
import { timeline } from './timeline.ts'
import { standing } from './standing.ts'

/** The kind of offers with the rules of policies and those between offers. */
const offers = { ...offerKind, brokenRule, conflict: offerConflict }

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
