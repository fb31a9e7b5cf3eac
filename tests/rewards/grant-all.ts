/** The jobs of rewards, once. */
import type { Deps } from '#server/deps.ts'
import { creditSpinWins } from '#server/modules/bonuses/credit-spin-wins.ts'
import { grantLevels } from '#server/modules/loyalty/grant-levels.ts'
import { finishQuests } from '#server/modules/quests/finish-quests.ts'
import { payDue } from '#server/modules/rewards/pay-due.ts'
import { moveRuns } from '#server/modules/tournaments/move-runs.ts'

export async function grantAll(deps: Deps): Promise<number> {
  return (
    (await finishQuests(deps)) +
    (await grantLevels(deps)) +
    (await moveRuns(deps, { kind: 'system', job: 'tournaments' })) +
    (await creditSpinWins(deps)) +
    (await payDue(deps))
  )
}
