/** Hooks for the player's quests and for actions on one. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Quest } from '#contract/quests.ts'
import { api, ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { putQuest, questsRoute, readQuestsAgain } from './store.ts'

/** Reads the quests. A fetched version does not replace a newer one from a push. */
export function useQuests() {
  return useApi(questsRoute, undefined, {
    structuralSharing: (cached, fetched) => newest(cached as Quest[] | undefined, fetched as Quest[]),
  })
}

export function useQuest(id: string): {
  quest: Quest | undefined
  isPending: boolean
  isError: boolean
  again(): void
} {
  const { data, isPending, isError, refetch } = useQuests()
  return { quest: data?.find((item) => item.id === id), isPending, isError, again: () => void refetch() }
}

function newest(cached: Quest[] | undefined, fetched: Quest[]): Quest[] {
  return fetched.map((quest) => {
    const before = cached?.find(({ id }) => id === quest.id)
    return before && before.version > quest.version ? before : quest
  })
}

export type QuestActions = {
  isBusy: boolean
  /** The reason of the last refusal, in the player's language. */
  refusal: string | null
  start(quest: Quest): Promise<void>
  cancel(quest: Quest): Promise<void>
  claim(quest: Quest): Promise<void>
}

export function useQuestActions(): QuestActions {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const act = async (call: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await call()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The card of a quest that is no longer offered disappears, so the reason is shown as an alert.
      if (error.name === 'questNotFound') showToast({ type: 'warning', title: error.message })
      else setRefusal(error.message)
    } finally {
      setBusy(false)
      // Quests are read again even after a refusal, because another tab may have changed them.
      void readQuestsAgain(client)
    }
  }
  return {
    isBusy,
    refusal,
    start: ({ id, termsVersion }) =>
      act(async () =>
        putQuest(
          client,
          await api('PUT /api/retention/quests/{id}/activate', { params: { id }, query: { termsVersion } }),
        ),
      ),
    cancel: ({ playerQuestId }) =>
      act(() => api('PUT /api/retention/player-quests/{id}/cancel', { params: { id: playerQuestId! } })),
    claim: ({ playerQuestId }) =>
      act(() => api('PUT /api/retention/player-quests/{id}/claim', { params: { id: playerQuestId! } })),
  }
}
