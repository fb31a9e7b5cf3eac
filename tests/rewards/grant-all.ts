/** The jobs of rewards, once. */
import type { Deps } from '#server/deps.ts'
import { creditSpinWins } from '#server/bonuses/credit-spin-wins.ts'
import { grantLevels } from '#server/rewards/loyalty/grant-levels.ts'
import { finishQuests } from '#server/rewards/quests/finish-quests.ts'
import { payDue } from '#server/rewards/pay-due.ts'
import { moveRuns } from '#server/rewards/tournaments/move-runs.ts'

export async function grantAll(deps: Deps): Promise<number> {
  return (
    (await finishQuests(deps)) +
    (await grantLevels(deps)) +
    (await moveRuns(deps, { kind: 'system', job: 'tournaments' })) +
    (await creditSpinWins(deps)) +
    (await payDue(deps))
  )
}
