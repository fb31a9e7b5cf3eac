import { expect, test } from 'vitest'
import type { Quest } from '#contract/quests.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { playerQuestsRoute, questsRoute } from './store.ts'
import { useQuestActions } from './use-quests.ts'

const run = hooks()

// Shows: 4.11.1
test.each([
  ['start', 'PUT /api/retention/quests/harbor-week/activate?termsVersion=3'],
  ['cancel', 'PUT /api/retention/player-quests/own/cancel'],
  ['claim', 'PUT /api/retention/player-quests/own/claim'],
] as const)('%s calls %s and reads the lists again, after a refusal too', async (act, route) => {
  for (const status of [200, 422]) {
    const quest = { id: 'harbor-week', termsVersion: 3, playerQuestId: 'own', version: 1 } as Quest
    const keys = [apiKey(questsRoute), apiKey(playerQuestsRoute)]
    const page = await run(useQuestActions, {
      answers: keys.map((key) => [key, [quest]]),
      answer: () => ({
        status,
        body: status === 200 ? quest : { error: { name: 'questIsOver', message: 'It is over' } },
      }),
    })
    await page.perform((actions) => actions[act](quest))
    expect(page.calls).toEqual([{ route, body: null }])
    expect(keys.map((key) => page.client.getQueryState(key)!.isInvalidated)).toEqual([true, true])
    expect([page.current.isBusy, page.current.refusal]).toEqual([false, status === 200 ? null : 'It is over'])
  }
})
