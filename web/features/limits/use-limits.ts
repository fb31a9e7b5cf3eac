/** Hooks for the player's limits. They are read again on mount, because deposits change their usage. */
import { useQueryClient } from '@tanstack/react-query'
import type { Limit } from '#contract/limits.ts'
import { api } from '../../api/client.ts'
import { invalidate, useApi, writeApi } from '../../api/use-api.ts'
import { definitionOf } from './periods.ts'

const route = 'GET /api/player/limits'

export function useLimits() {
  return useApi(route, undefined, { refetchOnMount: 'always' })
}

export type LimitActions = {
  add(limit: { definition: number; period: string; amount?: number; currency?: string }): Promise<Limit>
  change(limit: Limit, change: { period: string; amount: number }): Promise<Limit>
  remove(limit: Limit): Promise<Limit>
}
export function useLimitActions(): LimitActions {
  const client = useQueryClient()
  /** Writes the response to the cache, and reads payment methods again. */
  const applyResponse = async (answer: Promise<Limit>): Promise<Limit> => {
    const limit = await answer
    // A new self-exclusion has just ended this session; there is nothing left to update.
    if (limit.definition === definitionOf['self-exclusion'] && !limit.pending) return limit
    writeApi(client, route, undefined, (cached) =>
      cached.some(({ id }) => id === limit.id)
        ? cached.map((other) => (other.id === limit.id ? limit : other))
        : [...cached, limit],
    )
    void invalidate(client, route, 'GET /api/payment/methods/deposit', 'GET /api/player/protection')
    if (limit.amount === null) void invalidate(client, 'GET /api/player/profile')
    return limit
  }
  return {
    add: (body) => applyResponse(api('POST /api/player/limits', { body })),
    change: ({ id }, body) => applyResponse(api('PUT /api/player/limits/{limitId}', { params: { limitId: id }, body })),
    remove: ({ id }) => applyResponse(api('DELETE /api/player/limits/{limitId}', { params: { limitId: id } })),
  }
}
