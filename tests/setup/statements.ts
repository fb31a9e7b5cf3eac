/** Records the statements sent to the database, in order and without values. */
import type { Deps } from '#server/deps.ts'

type Query = (...parameters: unknown[]) => unknown

export async function statementsOf({ db }: Pick<Deps, 'db'>, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const note = (query: unknown) => void seen.push(typeof query === 'string' ? query : (query as { text: string }).text)
  const { pool } = db
  const [connect, query] = [pool.connect.bind(pool), pool.query.bind(pool) as Query]
  const watched = new Map<object, Query>()
  const watch = (client: { query: unknown }) => {
    if (watched.has(client)) return client
    const clientQuery = (client.query as Query).bind(client)
    watched.set(client, clientQuery)
    client.query = (...parameters: unknown[]) => {
      note(parameters[0])
      return clientQuery(...parameters)
    }
    return client
  }
  pool.connect = (async () => watch(await connect())) as typeof pool.connect
  pool.query = ((...parameters: unknown[]) => {
    note(parameters[0])
    return query(...parameters)
  }) as typeof pool.query
  try {
    await work()
  } finally {
    pool.connect = connect
    pool.query = query as typeof pool.query
    for (const [client, clientQuery] of watched) Object.assign(client, { query: clientQuery })
  }
  return seen
}
