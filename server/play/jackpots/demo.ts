/** The jackpot of the demonstration, opened once: a site that ever had a jackpot gets none. */
import type { LedgerDeps } from '../../deps.ts'
import { openJackpot } from './open.ts'

/** Of each side stake of 0.10, pots get 0.06; on average it returns 90.6 %. In subunits. */
const terms = {
  currency: 'EUR',
  sideStake: 10n,
  levels: {
    mini: { contribution: 3n, seed: 6_00n, cap: 21_00n },
    major: { contribution: 2n, seed: 50_00n, cap: 500_00n },
    grand: { contribution: 1n, seed: 500_00n, cap: 5_000_00n },
  },
}

export async function openDemoJackpot(deps: LedgerDeps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const earlier = await tx.selectFrom('jackpots.jackpots').select('id').limit(1).executeTakeFirst()
    if (earlier) return
    const opened = await openJackpot(tx, deps, terms)
    if (!opened.ok) throw new Error(`the demo jackpot was refused: ${opened.refusal}`)
  })
}
