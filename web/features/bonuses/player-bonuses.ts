/** Reads and changes the player's issued and active bonuses and free spins. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PlayerBonus, PlayerFreespin } from '#contract/bonuses.ts'
import { api } from '../../api/client.ts'
import { apiKey, readAgainIfReading, useApi, writeApi } from '../../api/use-api.ts'
import { keepNewer, mergePushed, type Versioned } from '../../live/newest.ts'
import { openBonusesRequest, playerBonusRoutes } from './player-bonus-request.ts'

export type PlayerBonusKind = 'bonus' | 'freespin'

function useOpenBonuses() {
  return useApi(playerBonusRoutes.bonus, openBonusesRequest, {
    structuralSharing: (cached, fetched) => keepNewer(cached as never, fetched as never),
  })
}
function useOpenFreespins() {
  return useApi(playerBonusRoutes.freespin, openBonusesRequest, {
    structuralSharing: (cached, fetched) => keepNewer(cached as never, fetched as never),
  })
}

export type PlayerBonusOrSpins = ({ kind: 'bonus' } & PlayerBonus) | ({ kind: 'freespin' } & PlayerFreespin)
/** Returns bonuses first, then free spins. */
export function usePlayerBonuses(): {
  all: PlayerBonusOrSpins[]
  isPending: boolean
  isError: boolean
  invalidate: () => void
} {
  const bonuses = useOpenBonuses()
  const spins = useOpenFreespins()
  const all: PlayerBonusOrSpins[] = [
    ...(bonuses.data ?? []).map((bonus) => ({ kind: 'bonus' as const, ...bonus })),
    ...(spins.data ?? []).map((freespin) => ({ kind: 'freespin' as const, ...freespin })),
  ]
  return {
    all,
    isPending: bonuses.isPending || spins.isPending,
    isError: bonuses.isError || spins.isError,
    invalidate: () => {
      void bonuses.refetch()
      void spins.refetch()
    },
  }
}

/** Merges a newer version into the cached list, or removes it if it is finished. */
export function storePlayerBonus(
  client: QueryClient,
  kind: PlayerBonusKind,
  pushed: Versioned & { status: number },
): void {
  const key = apiKey(playerBonusRoutes[kind], openBonusesRequest)
  const before = client.getQueryData<Versioned[]>(key)
  if (!before?.some(({ id }) => id === pushed.id)) readAgainIfReading(client, playerBonusRoutes[kind])
  client.setQueryData<Array<Versioned & { status: number }>>(
    key,
    (cached) => cached && mergePushed(cached, pushed).filter(({ status }) => status !== 3),
  )
}

export type PlayerBonusActions = {
  activate(kind: PlayerBonusKind, id: string): Promise<void>
  cancel(kind: PlayerBonusKind, id: string): Promise<void>
  /** Whether open rounds contain bonus money. This is read from the server, because single stakes are not pushed. */
  isUnsettled(id: string): Promise<boolean>
}
export function usePlayerBonusActions(): PlayerBonusActions {
  const client = useQueryClient()
  return {
    async activate(kind, id) {
      storePlayerBonus(
        client,
        kind,
        kind === 'bonus'
          ? await api('PUT /api/game/player-bonuses/{id}/activate', { params: { id } })
          : await api('PUT /api/game/player-freespins/{id}/activate', { params: { id } }),
      )
    },
    async isUnsettled(id) {
      const fetched = await api(playerBonusRoutes.bonus, openBonusesRequest)
      writeApi(client, playerBonusRoutes.bonus, openBonusesRequest, (before) => keepNewer(before, fetched))
      return fetched.some((bonus) => bonus.id === id && bonus.unsettledStake > 0)
    },
    async cancel(kind, id) {
      storePlayerBonus(
        client,
        kind,
        kind === 'bonus'
          ? await api('PUT /api/game/player-bonuses/{id}/cancel', { params: { id } })
          : await api('PUT /api/game/player-freespins/{id}/cancel', { params: { id } }),
      )
    },
  }
}
