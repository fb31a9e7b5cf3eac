/** Players who place bets through the proxy at a steady rate, and repeat each one until it is answered. */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inHouseStudioKeys, inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import type { Cluster } from './cluster.ts'

/** `token` is the session's, which pages renew. */
export type Bettor = { playerId: string; launchToken: string; token: string }
export type Figures = {
  acknowledged: number
  /** Bets whose first call was not answered with 200. */
  repeated: number
  /** Between two acknowledgements of any bets. */
  longestPauseMs: number
  /** From a bet's first call to its acknowledgement. */
  slowestMs: number
}

const stake = 1n
const deposit = 500_000
/** Doubled with each repeat, as partners do, so that a cluster that comes back is not flooded. */
const repeatAfterMs = { first: 250, most: 2_000 }
/** A call without an answer counts as failed. */
const callMs = 8_000
const givenUpMs = 90_000

/** Registers players, who each deposit 5,000 euros in the sandbox and open the dice game. */
export function openBettors({ siteUrl }: Cluster, count: number): Promise<Bettor[]> {
  const call = async <T>(path: string, body?: object, token?: string): Promise<T> => {
    const answer = await fetch(siteUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const open = async (): Promise<Bettor> => {
    const { accessToken: token } = await call<{ accessToken: string }>('/api/player/register', {
      email: `${randomUUID()}@example.test`,
      password: randomUUID(),
      country: 'DE',
      currency: 'EUR',
      agreements: 1,
    })
    const account = async () =>
      (await call<Array<{ id: string; balance: number }>>('/api/wallet/accounts', undefined, token))[0]!
    const { id: accountId } = await account()
    const { action } = await call<{ action: string }>(
      '/api/payment/invoices/deposit',
      { method: 'sandbox.card', currency: 'EUR', amount: deposit, accountId, fields: {} },
      token,
    )
    await fetch(`${action}/decide`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'pay' }),
      redirect: 'manual',
    })
    while ((await account()).balance === 0) await sleep(100)
    const { url } = await call<{ url: string }>('/api/game/games/dice/play', { mode: 'real' }, token)
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
    return { playerId: sub, launchToken: new URL(url, siteUrl).searchParams.get('token')!, token }
  }
  return Promise.all(Array.from({ length: count }, open))
}

/**
 * Places one bet, as the in-house studio does, on a round that has the id of the transaction. Resolves to '200', to another
 * status with the answer, or to why there was none.
 */
function bettingWith(secret: string): (url: string, bettor: Bettor, transactionId: string) => Promise<string> {
  const { signingKey } = inHouseStudioKeys(secret)
  return async (url, { launchToken }, transactionId) => {
    const body = JSON.stringify({
      token: launchToken,
      currency: 'EUR',
      gameId: 'dice',
      roundId: transactionId,
      transactionId,
      amount: Number(stake),
    })
    const at = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', signingKey).update(`${at}.${body}`).digest('hex')
    try {
      const answer = await fetch(`${url}/api/partners/games/${inHouseStudioSlug}/bet`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-studio-timestamp': String(at),
          'x-studio-signature': signature,
        },
        body,
        signal: AbortSignal.timeout(callMs),
      })
      const text = await answer.text()
      return answer.status === 200 ? '200' : `${answer.status} ${text.slice(0, 120)}`
    } catch (error) {
      return (error as Error).name
    }
  }
}

/** Bets that so many clients place one after another at these nodes within the time, each second. */
export async function betsPerSecond(
  { secret }: Cluster,
  urls: string[],
  bettors: Bettor[],
  { clients, ms }: { clients: number; ms: number },
): Promise<number> {
  const bet = bettingWith(secret)
  const endsAt = performance.now() + ms
  let count = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; performance.now() < endsAt; turn++) {
        const answer = await bet(urls[turn % urls.length]!, bettors[client % bettors.length]!, randomUUID())
        if (answer === '200' && performance.now() < endsAt) count++
      }
    }),
  )
  return (count * 1000) / ms
}

export type Load = {
  /** Bets that were answered with 200, by their transaction. */
  acknowledged: Map<string, Bettor>
  /** Answers other than 200, and how often each came. */
  failures: Map<string, number>
  /** Places no further bet; resolves when all are acknowledged. */
  stop(): Promise<Figures>
}

export function placeBets({ siteUrl, secret }: Cluster, bettors: Bettor[], perSecond: number): Load {
  const bet = bettingWith(secret)
  const acknowledged = new Map<string, Bettor>()
  const failures = new Map<string, number>()
  const open = new Set<Promise<void>>()
  let [repeated, longestPauseMs, slowestMs, lastAt] = [0, 0, 0, performance.now()]

  async function place(bettor: Bettor): Promise<void> {
    const transactionId = randomUUID()
    const startedAt = performance.now()
    for (let calls = 1; ; calls++) {
      const answer = await bet(siteUrl, bettor, transactionId)
      if (answer === '200') break
      if (calls === 1) repeated++
      failures.set(answer, (failures.get(answer) ?? 0) + 1)
      if (performance.now() - startedAt > givenUpMs) throw new Error(`a bet was not accepted within 90 s: ${answer}`)
      await sleep(Math.min(repeatAfterMs.first * 2 ** (calls - 1), repeatAfterMs.most))
    }
    const now = performance.now()
    acknowledged.set(transactionId, bettor)
    longestPauseMs = Math.max(longestPauseMs, now - lastAt)
    slowestMs = Math.max(slowestMs, now - startedAt)
    lastAt = now
  }

  let failure: Error | null = null
  let count = 0
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    for (; count < due; count++) {
      const placing: Promise<void> = place(bettors[count % bettors.length]!)
        .catch((error: Error) => void (failure = error))
        .finally(() => open.delete(placing))
      open.add(placing)
    }
  }, 10)
  return {
    acknowledged,
    failures,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      if (failure) throw failure
      return { acknowledged: acknowledged.size, repeated, longestPauseMs, slowestMs }
    },
  }
}

/** The balance of a bettor after all bets that were acknowledged. */
export function balanceOf(loads: Load[], { playerId }: Bettor): bigint {
  const bets = loads
    .flatMap(({ acknowledged }) => [...acknowledged.values()])
    .filter((bet) => bet.playerId === playerId)
  return BigInt(deposit) - stake * BigInt(bets.length)
}

/** What differs between the bets that were acknowledged and the ledger; empty if each stands exactly once. */
export async function faultsOf({ databaseUrl }: Cluster, loads: Load[], bettors: Bettor[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>(
      `SELECT idempotency_key AS key FROM ledger.movements WHERE kind = 'bet' AND actor = $1`,
      [`studio:${inHouseStudioSlug}`],
    )
    const stored = Map.groupBy(rows, ({ key }) => key)
    const acknowledged = loads.flatMap((load) => [...load.acknowledged])
    const lost = acknowledged.filter(([key]) => !stored.has(key)).length
    const twice = [...stored.values()].filter((each) => each.length > 1).length
    const unknown = stored.size - (acknowledged.length - lost)
    const { rows: wallets } = await client.query<{ player_id: string; cash: string }>(
      'SELECT player_id, cash FROM wallet.accounts WHERE player_id = ANY ($1)',
      [bettors.map(({ playerId }) => playerId)],
    )
    const wrong = wallets.filter(({ player_id, cash }) => {
      const bettor = bettors.find(({ playerId }) => playerId === player_id)!
      return BigInt(cash) !== balanceOf(loads, bettor)
    }).length
    return [
      ...(lost > 0 ? [`${lost} acknowledged bets are lost`] : []),
      ...(twice > 0 ? [`${twice} bets stand twice`] : []),
      ...(unknown > 0 ? [`${unknown} bets stand that nobody was told of`] : []),
      ...(wrong > 0 ? [`${wrong} of ${wallets.length} balances are wrong`] : []),
    ]
  } finally {
    await client.end()
  }
}
