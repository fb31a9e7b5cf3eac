/** Handlers of pushed quests and tasks, which update the cache and show alerts. */
import type { RouteReply } from '#contract/api.ts'
import type { Quest, QuestTask } from '#contract/quests.ts'
import { apiKey } from '../../api/use-api.ts'
import { formatMoney } from '../../design/money/format.ts'
import type { Navigator } from '../../render/navigate.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { afterRounds } from '../wallet/running-rounds.ts'
import { questAlert, taskAlert } from './alert-names.ts'
import { putQuest, putTask, readQuestsAgain } from './store.ts'
import { taskText } from './task-text.ts'

/** Waits until running rounds have ended, because progress would reveal their result. */
export async function onQuest(navigator: Navigator, quest: Quest): Promise<void> {
  await afterRounds()
  const { client } = navigator.loader
  putQuest(client, quest)
  void readQuestsAgain(client)
  await raiseAlert(navigator, 'quests', questAlert(quest), { name: quest.name })
}

export async function onTask(navigator: Navigator, task: QuestTask): Promise<void> {
  await afterRounds()
  putTask(navigator.loader.client, task)
  const name = taskAlert(task)
  if (name) await raiseAlert(navigator, 'quests', name, { name: await textOf(navigator, task) })
}

export async function onGap({ loader }: Navigator): Promise<void> {
  await afterRounds()
  void readQuestsAgain(loader.client)
}

async function textOf({ loader, visitor }: Navigator, task: QuestTask): Promise<string> {
  await loader.labels.load('quests')
  const known = loader.client.getQueryData<RouteReply<'GET /api/settings/currencies'>>(
    apiKey('GET /api/settings/currencies'),
  )
  const money = (amount: number, code: string) => {
    const currency = known?.find((entry) => entry.code === code)
    return currency ? formatMoney(amount, currency, visitor.locale) : ''
  }
  return taskText({ t: loader.labels.translator('quests'), money, locale: visitor.locale }, task)
}
