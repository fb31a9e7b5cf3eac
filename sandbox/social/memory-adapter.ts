/** State of the sandbox's provider: in memory, for at most ten minutes. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

type Kept = { payload: AdapterPayload; until: number }

export function memoryAdapter(): (model: string) => Adapter {
  const kept = new Map<string, Kept>()
  const live = (key: string) => {
    const found = kept.get(key)
    return found && found.until > Date.now() ? found.payload : undefined
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) =>
    [...kept.keys()]
      .filter((key) => key.startsWith(`${model}:`))
      .map(live)
      .find((payload) => payload?.[field] === value)
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      for (const [key, { until }] of kept) if (until <= Date.now()) kept.delete(key)
      kept.set(`${model}:${id}`, { payload, until: Date.now() + (expiresIn || 600) * 1000 })
    },
    find: async (id) => live(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
    async consume(id) {
      const payload = live(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      kept.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}
