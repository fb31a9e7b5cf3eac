/**
 * Checks that a studio conforms to the protocol. The check acts as the site, with a wallet of its own that misbehaves
 * on request. Run it before connecting to a real site. The studio's wallet address must be `walletUrl` of the options.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Bet, ListedGame, OpenGame, Rollback, Status, WalletAnswer, Win } from './protocol.ts'
import { readBody, send } from './server.ts'
import { isSigned, signatureHeader, signBody } from './signature.ts'

export type ConformanceOptions = {
  /** The address of the studio's calls. */
  studioUrl: string
  /** The private key of the site, in PEM. */
  privateKey: string
  /** The public key of the studio, in PEM. */
  publicKey: string
  /** The port of this machine at which the studio calls the wallet. */
  walletPort: number
  /** Plays rounds at the address of an opened game until one is won, or returns after `rounds` of them. */
  play(gameUrl: string, rounds: number): Promise<void>
  /** The maximum time for wins and rollbacks after a fault. */
  patienceMs?: number
}
export type Finding = { guarantee: string; problem: string | null }

type Money = { stake: number; round: string; state: 'taken' | 'returned'; isFree: boolean; user: string }
type Call = { path: string; body: Record<string, unknown>; isSigned: boolean }

const startBalance = 1_000_000_000
const currency = 'EUR'

/** A site's wallet in memory, which checks ids strictly and can simulate faults. */
function createTestWallet(publicKey: string) {
  const answers = new Map<string, { digest: string; answer: WalletAnswer }>()
  const bets = new Map<string, Money>()
  const undone = new Set<string>()
  const wins = new Map<string, number>()
  const calls: Call[] = []
  const wallet = {
    balance: startBalance,
    calls,
    bets,
    wins,
    /** The number of next responses that are lost after the call took effect. */
    lost: 0,
    /** The status with which every bet is refused. */
    refusal: null as Status | null,
    isConflicting: false,
    clear() {
      calls.length = 0
      bets.clear()
      wins.clear()
    },
  }

  function decide(path: string, body: Record<string, unknown>): WalletAnswer {
    const common = { request_uuid: String(body.request_uuid), user: String(body.user), currency }
    const ok = () => ({ status: 'RS_OK' as const, ...common, balance: wallet.balance })
    const no = (status: Status) => ({ status, ...common, balance: wallet.balance })
    if (path === 'user/balance' || path === 'user/info') return ok()
    const { request_uuid: _id, ...content } = body
    const digest = JSON.stringify(content, Object.keys(content).sort())
    const id = String(body.transaction_uuid)
    const repeated = answers.get(id)
    if (repeated) {
      if (repeated.digest !== digest) wallet.isConflicting = true
      return repeated.digest === digest ? repeated.answer : no('RS_ERROR_DUPLICATE_TRANSACTION')
    }
    const answer = post(path, body as never, id, ok, no)
    // A refused call has no effect, so its id may be used again.
    if (answer.status === 'RS_OK') answers.set(id, { digest, answer })
    return answer
  }

  function post(
    path: string,
    body: Bet & Win & Rollback,
    id: string,
    ok: () => WalletAnswer,
    no: (status: Status) => WalletAnswer,
  ): WalletAnswer {
    const { reference_transaction_uuid: reference, amount } = body
    const bet = bets.get(reference)
    if (path === 'transaction/bet') {
      if (undone.has(id)) return no('RS_ERROR_TRANSACTION_ROLLED_BACK')
      if (wallet.refusal) return no(wallet.refusal)
      if (amount > wallet.balance) return no('RS_ERROR_NOT_ENOUGH_MONEY')
      wallet.balance -= amount
      bets.set(id, { stake: amount, round: body.round, state: 'taken', isFree: body.is_free === true, user: body.user })
    } else if (path === 'transaction/win') {
      if (!bet) return no('RS_ERROR_TRANSACTION_DOES_NOT_EXIST')
      if (bet.state === 'returned') return no('RS_ERROR_TRANSACTION_ROLLED_BACK')
      wallet.balance += amount
      wins.set(reference, amount)
    } else {
      undone.add(reference)
      if (bet?.state === 'taken') {
        bet.state = 'returned'
        wallet.balance += bet.stake
      }
    }
    return ok()
  }

  const server = createServer((request, response) => {
    void readBody(request).then((rawBody) => {
      const signature = request.headers[signatureHeader]
      const path = (request.url ?? '').slice(1)
      const isGenuine = Boolean(rawBody && typeof signature === 'string' && isSigned(rawBody, signature, publicKey))
      const body = JSON.parse(rawBody?.toString() ?? '{}') as Record<string, unknown>
      calls.push({ path, body, isSigned: isGenuine })
      if (!isGenuine) return send(response, 200, { status: 'RS_ERROR_INVALID_SIGNATURE' })
      const answer = decide(path, body)
      if (path.startsWith('transaction/') && wallet.lost > 0) {
        wallet.lost -= 1
        return request.socket.destroy()
      }
      return send(response, 200, answer)
    })
  })
  return { wallet, server }
}

export async function checkStudio(options: ConformanceOptions): Promise<Finding[]> {
  const { studioUrl, privateKey, publicKey, walletPort, play, patienceMs = 15_000 } = options
  const { wallet, server } = createTestWallet(publicKey)
  await new Promise<void>((resolve) => server.listen(walletPort, '127.0.0.1', resolve))
  const findings: Finding[] = []

  async function ask(path: string, call: object, key = privateKey): Promise<unknown> {
    const body = JSON.stringify({ operator_id: 1, ...call })
    const answer = await fetch(`${studioUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signBody(body, key) },
      body,
    })
    return answer.json()
  }
  async function open(game: ListedGame, change: Partial<OpenGame> = {}): Promise<string> {
    const answer = (await ask('/game/url', {
      game_code: game.game_code,
      currency,
      user: randomUUID(),
      token: randomUUID(),
      platform: 'GPL_DESKTOP',
      lang: 'en',
      country: 'DE',
      ip: '203.0.113.7',
      lobby_url: 'http://site.test',
      deposit_url: 'http://site.test/deposit',
      ...change,
    })) as { url?: string }
    if (typeof answer.url !== 'string' || !URL.canParse(answer.url)) throw new Error('no address of the game')
    return answer.url
  }
  async function check(guarantee: string, work: () => Promise<void>): Promise<void> {
    wallet.clear()
    Object.assign(wallet, { lost: 0, refusal: null, isConflicting: false })
    try {
      await work()
      findings.push({ guarantee, problem: null })
    } catch (error) {
      findings.push({ guarantee, problem: (error as Error).message })
    }
  }
  const called = (path: string) => wallet.calls.filter((call) => call.path === path)
  async function eventually(holds: () => boolean, problem: string): Promise<void> {
    const until = Date.now() + patienceMs
    while (!holds()) {
      if (Date.now() > until) throw new Error(problem)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  let games: ListedGame[] = []
  try {
    await check('lists its games with return, volatility and limits', async () => {
      games = (await ask('/game/list', {})) as ListedGame[]
      assert(Array.isArray(games) && games.length > 0, 'the answer is no list of games')
      assert(new Set(games.map(({ game_code }) => game_code)).size === games.length, 'two games have the same code')
      for (const game of games) {
        const missing = required.filter((field) => game[field] === undefined)
        assert(missing.length === 0, `${game.game_code} lacks ${missing.join(', ')}`)
      }
    })
    const game = games[0]
    if (!game) return findings
    await check("refuses calls without the site's signature", async () => {
      const body = JSON.stringify({ operator_id: 1 })
      const answer = await fetch(`${studioUrl}/game/list`, {
        method: 'POST',
        headers: { [signatureHeader]: signBody(`${body} `, privateKey) },
        body,
      })
      assert(!Array.isArray(await answer.json()), 'an altered body was answered')
    })
    await check('plays with play money without calling the wallet', async () => {
      await play(await open(game, { currency: 'XXX', user: undefined, token: undefined } as never), 3)
      assert(wallet.calls.length === 0, 'the wallet was called')
    })
    await check('signs every call, and names player, token, game and currency', async () => {
      const [user, token] = [randomUUID(), randomUUID()]
      await play(await open(game, { user, token }), 20)
      assert(
        wallet.calls.every((call) => call.isSigned),
        'a call was not signed with the key of the studio',
      )
      const bets = called('transaction/bet')
      assert(bets.length > 0, 'no bet was made')
      for (const { body } of bets)
        assert(
          body.user === user && body.token === token && body.game_code === game.game_code && body.currency === currency,
          'a bet is of another player, token, game or currency',
        )
    })
    await check('closes every round, with its bet or its win, and pays only rounds that were staked', async () => {
      await play(await open(game), 20)
      const closed = new Set(
        wallet.calls.filter(({ body }) => body.round_closed === true).map(({ body }) => String(body.round)),
      )
      for (const { round } of wallet.bets.values()) assert(closed.has(round), `round ${round} was not closed`)
      for (const reference of wallet.wins.keys()) assert(wallet.bets.has(reference), 'a win has no bet')
    })
    await check('after a lost answer, repeats the same call or rolls it back, and never does both', async () => {
      const before = wallet.balance
      wallet.lost = 1
      await play(await open(game), 3)
      await eventually(() => wallet.lost === 0, 'no call was made')
      await eventually(() => isSettled(wallet), 'a stake was neither played nor returned')
      assert(!wallet.isConflicting, 'a transaction id was used with another content')
      const staked = [...wallet.bets.values()].reduce((sum, bet) => sum + (bet.state === 'taken' ? bet.stake : 0), 0)
      const won = [...wallet.wins.values()].reduce((sum, amount) => sum + amount, 0)
      assert(wallet.balance === before - staked + won, 'the balance is not what was staked and won')
    })
    await check('gives a stake back if no answer ever arrives', async () => {
      wallet.lost = 4
      await play(await open(game), 1)
      await eventually(() => isSettled(wallet), 'the stake was not returned')
    })
    await check('neither plays nor pays after a bet was refused', async () => {
      for (const refusal of [
        'RS_ERROR_NOT_ENOUGH_MONEY',
        'RS_ERROR_LIMIT_REACHED',
        'RS_ERROR_TOKEN_EXPIRED',
      ] as const) {
        wallet.refusal = refusal
        await play(await open(game), 2)
        assert(called('transaction/win').length === 0, `a win was sent after ${refusal}`)
      }
    })
    if (game.freebet_support)
      await check('plays free rounds of the site with a stake of zero, and no more than were given', async () => {
        const [user, reward_uuid] = [randomUUID(), randomUUID()]
        const reward = {
          reward_uuid,
          user,
          currency,
          game_code: game.game_code,
          bet_value: game.bet_limits.find((limit) => limit.currency === currency)?.min ?? 100_000,
          bet_count: 2,
          end_time: new Date(Date.now() + 3_600_000).toISOString(),
        }
        for (let turn = 0; turn < 2; turn++)
          assert(
            ((await ask('/freebet/rewards/create', reward)) as { status: string }).status === 'RS_OK',
            'the reward was not created',
          )
        for (let turn = 0; turn < 4; turn++) await play(await open(game, { user }), 1)
        const free = called('transaction/bet').filter(({ body }) => body.reward_uuid === reward_uuid)
        assert(new Set(free.map(({ body }) => body.transaction_uuid)).size === 2, 'not as many free rounds as given')
        assert(
          free.every(({ body }) => body.amount === 0 && body.is_free === true),
          'a free round was staked',
        )
        const info = (await ask('/freebet/rewards/info', { reward_uuid })) as { used_count?: number }
        assert(info.used_count === 2, 'the report of the reward is wrong')
        await ask('/freebet/rewards/cancel', { reward_uuid })
        for (const call of ['cancel', 'info'])
          assert(
            ((await ask(`/freebet/rewards/${call}`, { reward_uuid: randomUUID() })) as { status: string }).status ===
              'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
            `an unknown reward was not refused by ${call}`,
          )
      })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return findings
}

const required = [
  'game_code',
  'name',
  'product',
  'category',
  'platforms',
  'url_thumb',
  'enabled',
  'rtp',
  'volatility',
  'bet_limits',
  'release_date',
] as const

function assert(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem)
}

/** True if every stake was returned or its round was closed. */
function isSettled({
  bets,
  wins,
  calls,
}: {
  bets: Map<string, Money>
  wins: Map<string, number>
  calls: Call[]
}): boolean {
  return [...bets].every(
    ([id, bet]) =>
      bet.state === 'returned' ||
      wins.has(id) ||
      calls.some(
        ({ path, body }) => path === 'transaction/bet' && body.transaction_uuid === id && body.round_closed === true,
      ),
  )
}
