/** What players see of a cluster: pages with their files, and a balance that is pushed to an open page. */
import { Centrifuge } from 'centrifuge'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Bettor } from './bets.ts'
import type { Cluster } from './cluster.ts'

const everyMs = 200

export type Visits = {
  /** Ends the visits; `failures` are those of pages and of the files that they name. */
  stop(): Promise<{ pages: number; files: number; failures: string[] }>
}

/** Opens pages, one after another, each with all its scripts and styles. */
export function visitPages({ siteUrl }: Cluster, paths = ['/', '/games/dice']): Visits {
  let isStopping = false
  let [pages, files] = [0, 0]
  const failures: string[] = []
  const read = async (path: string): Promise<string> => {
    try {
      const answer = await fetch(siteUrl + path, { headers: { accept: 'text/html,*/*' } })
      const text = await answer.text()
      if (answer.status !== 200) failures.push(`${path} answered ${answer.status}`)
      return text
    } catch (error) {
      failures.push(`${path}: ${(error as Error).message}`)
      return ''
    }
  }
  const running = (async () => {
    while (!isStopping) {
      for (const path of paths) {
        const named = new Set((await read(path)).match(/\/assets\/[\w./-]+\.(?:js|css)/g))
        if (named.size === 0) failures.push(`${path} names no file`)
        await Promise.all([...named].map(read))
        pages++
        files += named.size
      }
      await sleep(everyMs)
    }
  })()
  return {
    async stop() {
      isStopping = true
      await running
      return { pages, files, failures }
    },
  }
}

export type Watched = {
  /** Waits until the page shows this balance; resolves to what differs, or null. */
  shows(balance: bigint): Promise<string | null>
  /** How often the page connected. */
  connections(): number
  close(): void
}

/** An open page of a player, which reads the balance anew after a gap, and otherwise shows what is pushed. */
export function watchBalance({ siteUrl }: Cluster, bettor: Bettor): Watched {
  const shown = { balance: -1, version: -1 }
  let connections = 0
  const show = (balance: number, version: number) => {
    if (version > shown.version) Object.assign(shown, { balance, version })
  }
  const client = new Centrifuge(`${siteUrl.replace('http', 'ws')}/api/connection/websocket`, {
    websocket: WebSocket,
    token: bettor.token,
    getToken: () => renewToken({ siteUrl }, bettor),
    minReconnectDelay: 100,
    maxReconnectDelay: 1_000,
  })
  client.on('connected', () => connections++)
  const subscription = client.newSubscription(`wallet:accounts#${bettor.playerId}`)
  subscription.on('publication', ({ data }: { data: { payload: { balance: number }; version: number } }) =>
    show(data.payload.balance, data.version),
  )
  subscription.on('subscribed', ({ recovered }) => {
    if (!recovered) void readAnew()
  })
  async function readAnew(): Promise<void> {
    for (let tries = 0; tries < 40; tries++, await sleep(500)) {
      const answer = await fetch(`${siteUrl}/api/wallet/accounts`, {
        headers: { authorization: `Bearer ${bettor.token}` },
      }).catch(() => null)
      if (answer?.ok) {
        const [account] = (await answer.json()) as Array<{ balance: number; version: number }>
        return show(account!.balance, account!.version)
      }
      if (answer?.status === 401) await renewToken({ siteUrl }, bettor).catch(() => undefined)
    }
  }
  subscription.subscribe()
  client.connect()
  return {
    async shows(balance) {
      for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100))
        if (BigInt(shown.balance) === balance) return null
      return `an open page shows ${shown.balance} instead of ${balance}`
    },
    connections: () => connections,
    close: () => client.disconnect(),
  }
}

/**
 * `fetch`, which tries once more where the other side had closed a connection that was kept from an earlier call. A
 * server that refuses connections, or does not answer, is a failure at once.
 */
export const ask = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string }
    if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') return fetch(url, init)
    throw error
  })

/** A new token of the bettor's session, as a page gets one before its own expires. */
export async function renewToken({ siteUrl }: Pick<Cluster, 'siteUrl'>, bettor: Bettor): Promise<string> {
  const answer = await ask(`${siteUrl}/api/player/sessions/refresh`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bettor.token}` },
  })
  if (!answer.ok) throw new Error(`the session was not renewed: ${answer.status}`)
  bettor.token = ((await answer.json()) as { accessToken: string }).accessToken
  return bettor.token
}
