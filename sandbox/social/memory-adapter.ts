/** Stores the state of the sandbox's provider in memory, for at most ten minutes. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; until: number }

export function memoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  const findLive = (key: string) => {
    const found = entries.get(key)
    return found && found.until > Date.now() ? found.payload : undefined
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) =>
    [...entries.keys()]
      .filter((key) => key.startsWith(`${model}:`))
      .map(findLive)
      .find((payload) => payload?.[field] === value)
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      for (const [key, { until }] of entries) if (until <= Date.now()) entries.delete(key)
      entries.set(`${model}:${id}`, { payload, until: Date.now() + (expiresIn || 600) * 1000 })
    },
    find: async (id) => findLive(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
    async consume(id) {
      const payload = findLive(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
