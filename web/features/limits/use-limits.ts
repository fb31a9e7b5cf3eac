/** The player's limits in components: refetched wherever shown, since deposits change their usage. */
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
  change(limit: Limit, wish: { period: string; amount: number }): Promise<Limit>
  remove(limit: Limit): Promise<Limit>
}
export function useLimitActions(): LimitActions {
  const client = useQueryClient()
  /** The response is shown at once; payment methods are refetched. */
  const take = async (answer: Promise<Limit>): Promise<Limit> => {
    const limit = await answer
    // A new self-exclusion has just ended this session; there is nothing left to update.
    if (limit.definition === definitionOf['self-exclusion'] && !limit.pending) return limit
    writeApi(client, route, undefined, (held) =>
      held.some(({ id }) => id === limit.id)
        ? held.map((other) => (other.id === limit.id ? limit : other))
        : [...held, limit],
    )
    void invalidate(client, route, 'GET /api/payment/methods/deposit', 'GET /api/player/protection')
    if (limit.amount === null) void invalidate(client, 'GET /api/player/profile')
    return limit
  }
  return {
    add: (body) => take(api('POST /api/player/limits', { body })),
    change: ({ id }, body) => take(api('PUT /api/player/limits/{limitId}', { params: { limitId: id }, body })),
    remove: ({ id }) => take(api('DELETE /api/player/limits/{limitId}', { params: { limitId: id } })),
  }
}
