import { expect, test } from 'vitest'
import type { Quest } from '#contract/quests.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import { recordedCalls } from '#tests/setup/recorded-calls.ts'
import { type QuestActions, useQuestActions } from './use-quests.ts'

const { calls, answer } = recordedCalls()

// Shows: 4.11.1
test("activating a quest sends the version of the shown terms, and cancelling sends the id of the player's quest", async () => {
  const page: { actions?: QuestActions } = {}
  markupOf(<Page expose={(actions) => Object.assign(page, { actions })} />)
  const quest = { id: 'harbor-week', termsVersion: 3, playerQuestId: 'own', version: 1 } as Quest
  answer(200, quest)
  await page.actions!.start(quest)
  await page.actions!.cancel(quest)
  expect(calls.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
    'PUT /api/retention/quests/harbor-week/activate?termsVersion=3',
    'PUT /api/retention/player-quests/own/cancel',
  ])
})

function Page({ expose }: { expose(actions: QuestActions): void }) {
  expose(useQuestActions())
  return null
}
