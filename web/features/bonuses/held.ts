/** The player's issued and active bonuses and free spins, kept in sync by pushes. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PlayerBonus, PlayerFreespin } from '#contract/bonuses.ts'
import { api } from '../../api/client.ts'
import { apiKey, readAgainIfReading, useApi, writeApi } from '../../api/use-api.ts'
import { keepNewer, mergePushed, type Versioned } from '../../live/newest.ts'
import { heldRequest, heldRoutes } from './held-request.ts'

export type HeldKind = 'bonus' | 'freespin'

function useHeldBonuses() {
  return useApi(heldRoutes.bonus, heldRequest, {
    structuralSharing: (held, fetched) => keepNewer(held as never, fetched as never),
  })
}
function useHeldFreespins() {
  return useApi(heldRoutes.freespin, heldRequest, {
    structuralSharing: (held, fetched) => keepNewer(held as never, fetched as never),
  })
}

export type Held = ({ kind: 'bonus' } & PlayerBonus) | ({ kind: 'freespin' } & PlayerFreespin)
/** Bonuses first, then free spins. */
export function usePlayerBonuses(): { held: Held[]; isPending: boolean; isError: boolean; invalidate: () => void } {
  const bonuses = useHeldBonuses()
  const spins = useHeldFreespins()
  const held: Held[] = [
    ...(bonuses.data ?? []).map((bonus) => ({ kind: 'bonus' as const, ...bonus })),
    ...(spins.data ?? []).map((each) => ({ kind: 'freespin' as const, ...each })),
  ]
  return {
    held,
    isPending: bonuses.isPending || spins.isPending,
    isError: bonuses.isError || spins.isError,
    invalidate: () => {
      void bonuses.refetch()
      void spins.refetch()
    },
  }
}

/** Merges a newer version into the list; finished ones are removed. */
export function storePlayerBonus(client: QueryClient, kind: HeldKind, pushed: Versioned & { status: number }): void {
  const key = apiKey(heldRoutes[kind], heldRequest)
  const before = client.getQueryData<Versioned[]>(key)
  if (!before?.some(({ id }) => id === pushed.id)) readAgainIfReading(client, heldRoutes[kind])
  client.setQueryData<Array<Versioned & { status: number }>>(
    key,
    (held) => held && mergePushed(held, pushed).filter(({ status }) => status !== 3),
  )
}

export type PlayerBonusActions = {
  activate(kind: HeldKind, id: string): Promise<void>
  cancel(kind: HeldKind, id: string): Promise<void>
  /** Whether open rounds contain bonus money; refetched, since single stakes are not pushed. */
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
      const held = await api(heldRoutes.bonus, heldRequest)
      writeApi(client, heldRoutes.bonus, heldRequest, (before) => keepNewer(before, held))
      return held.some((bonus) => bonus.id === id && bonus.unsettledStake > 0)
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
