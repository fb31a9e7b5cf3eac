/**
 * A studio of another company, built only with the SDK: two games, their page, free rounds and play money. It knows
 * about the site what any outside studio knows: the wallet's address and the keys.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { CreateReward, OpenGame } from '#studio-sdk/protocol.ts'
import { answerSite, readBody, send } from '#studio-sdk/server.ts'
import { createWallet } from '#studio-sdk/wallet.ts'
import { art } from './art.ts'
import { noStudioFaults, type StudioFaults, setStudioFaults } from './faults.ts'
import { draw, findGame, type Game, listedGames, stakes, winOf } from './games.ts'
import { gamePage } from './page.ts'
import { createRounds, type PlayerSeat } from './rounds.ts'
import { languageOf } from './words.ts'

export type StudioOptions = {
  /** The private key of the studio. */
  privateKey: string
  /** The public key of the site. */
  publicKey: string
  walletUrl: () => string
  /** The address of the studio for browsers, with its prefix. */
  publicUrl: () => string
  timeoutMs?: number
}

type Session = {
  game: Game
  /** Null for play money. */
  seat: PlayerSeat | null
  currency: string
  /** The displayed currency, and the number of its smallest units in one unit. */
  shown: { currency: string; subunits: number }
  site: string
  theme: 'dark' | 'light'
  language: string
  demoBalance: number
  /** The queue that plays rounds one after the other. */
  turn: Promise<unknown>
}
type Reward = CreateReward & { used: number; won: number; isCancelled: boolean }

export type Studio = {
  faults: StudioFaults
  rewards: ReadonlyMap<string, Reward>
  /** The number of wins and rollbacks that the wallet has not answered yet. */
  waiting(): number
  /** `path` is the part of the address below the studio's prefix. */
  handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
  close(): void
}

const maxSessions = 5_000
const found = 200
const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

export function createStudio(options: StudioOptions): Studio {
  const faults: StudioFaults = { ...noStudioFaults }
  const wallet = createWallet({
    url: options.walletUrl,
    privateKey: options.privateKey,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  })
  const rounds = createRounds(wallet, faults)
  const sessions = new Map<string, Session>()
  const rewards = new Map<string, Reward>()

  function open(call: OpenGame): string | null {
    const game = findGame(call.game_code)
    const isDemo = call.currency === 'XXX'
    const currency = isDemo ? 'EUR' : call.currency
    if (!game || !stakes[currency] || (!isDemo && !(call.user && call.token))) return null
    const id = randomUUID()
    const { theme, display_currency: shown = currency, subunit_to_unit: subunits = 100 } = call.meta ?? {}
    sessions.set(id, {
      game,
      seat: isDemo ? null : { user: call.user!, token: call.token!, currency },
      currency,
      shown: { currency: shown, subunits },
      site: new URL(call.lobby_url).origin,
      theme: theme === 'light' ? 'light' : 'dark',
      language: languageOf(call.lang),
      demoBalance: stakes[currency][0]! * 400,
      turn: Promise.resolve(),
    })
    if (sessions.size > maxSessions) sessions.delete(sessions.keys().next().value!)
    return `${options.publicUrl()}/play/${id}`
  }

  function rewardOf({ seat, game, currency }: Session): Reward | undefined {
    const now = Date.now()
    return [...rewards.values()].find(
      (reward) =>
        reward.user === seat?.user &&
        reward.game_code === game.code &&
        reward.currency === currency &&
        !reward.isCancelled &&
        reward.used < reward.bet_count &&
        Date.parse(reward.end_time) > now,
    )
  }

  async function state(session: Session): Promise<object> {
    const { seat, game, currency, shown } = session
    const answer = seat ? await wallet.balance({ ...seat, game_code: game.code }) : null
    const reward = rewardOf(session)
    return {
      stakes: stakes[currency],
      shown,
      balance: seat ? (answer?.balance ?? 0) : session.demoBalance,
      isOpen: seat ? answer?.status === 'RS_OK' : true,
      free: reward ? { left: reward.bet_count - reward.used, stake: reward.bet_value } : null,
    }
  }

  async function play(session: Session, { choice, stake }: { choice: number; stake: number }): Promise<object> {
    const { seat, game } = session
    if (!seat) {
      if (session.demoBalance < stake) return { status: 'RS_ERROR_NOT_ENOUGH_MONEY', balance: session.demoBalance }
      const result = draw(game)
      const win = winOf(game, stake, choice, result)
      session.demoBalance += win - stake
      return { status: 'RS_OK', result, win, stake, balance: session.demoBalance }
    }
    const reward = rewardOf(session)
    const amount = reward?.bet_value ?? stake
    const played = await rounds.play(seat, game, {
      stake: amount,
      choice,
      ...(reward && { reward: reward.reward_uuid }),
    })
    if (!played.isPlayed) {
      // The site has cancelled the free rounds.
      if (reward && played.status === 'RS_ERROR_LIMIT_REACHED') reward.isCancelled = true
      return { status: played.status, balance: played.balance }
    }
    if (reward) {
      reward.used += 1
      reward.won += played.win
    }
    const { round, result, win, balance } = played
    return { status: 'RS_OK', round, result, win, stake: reward ? 0 : amount, balance, free: freeLeft(session) }
  }
  const freeLeft = (session: Session) => {
    const reward = rewardOf(session)
    return reward ? { left: reward.bet_count - reward.used, stake: reward.bet_value } : null
  }

  const calls = {
    games: () => listedGames(options.publicUrl()),
    open,
    createReward(call: CreateReward) {
      // At another stake, a win would not be a whole amount.
      const isValid = findGame(call.game_code) && call.bet_count > 0 && stakes[call.currency]?.includes(call.bet_value)
      if (isValid && !rewards.has(call.reward_uuid))
        rewards.set(call.reward_uuid, { ...call, used: 0, won: 0, isCancelled: false })
      return Boolean(isValid)
    },
    cancelReward({ reward_uuid }: { reward_uuid: string }) {
      const reward = rewards.get(reward_uuid)
      if (reward) reward.isCancelled = true
      return reward !== undefined
    },
    rewardInfo({ reward_uuid }: { reward_uuid: string }) {
      const reward = rewards.get(reward_uuid)
      return reward ? { used_count: reward.used, total_win: reward.won } : null
    },
  }

  async function answerPage(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, area = '', name = ''] = path.split('/')
    const text = (type: string, body: string, headers: Record<string, string> = {}) =>
      void response
        .writeHead(found, { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff', ...headers })
        .end(body)
    if (request.method === 'GET' && area === 'client.js') return text('text/javascript', file('client.js'))
    if (request.method === 'GET' && area === 'client.css') return text('text/css', file('client.css'))
    if (request.method === 'GET' && area === 'art') {
      const game = findGame(name.replace(/\.svg$/, ''))
      return game ? text('image/svg+xml', art(game)) : send(response, 404, { error: 'notFound' })
    }
    if (request.method === 'POST' && area === 'faults') {
      setStudioFaults(faults, await bodyOf(request))
      return send(response, 200, faults)
    }
    const session = sessions.get(name)
    if (area === 'play' && request.method === 'GET')
      return session
        ? text('text/html', gamePage(session.game, session), {
            'cache-control': 'no-store',
            'referrer-policy': 'no-referrer',
            'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors ${session.site}`,
          })
        : send(response, 404, { error: 'sessionEnded' })
    if (!session) return send(response, 404, { error: 'sessionEnded' })
    if (area === 'state') return send(response, 200, await state(session))
    if (area === 'round' && request.method === 'POST') {
      const body = await bodyOf(request)
      const [choice, stake] = [Number(body.choice), Number(body.stake)]
      const isValid =
        Number.isInteger(choice) &&
        choice >= 0 &&
        choice < session.game.choices &&
        stakes[session.currency]!.includes(stake)
      if (!isValid) return send(response, 400, { error: 'badRequest' })
      const turn = session.turn.then(() => play(session, { choice, stake }))
      session.turn = turn.catch(() => undefined)
      return send(response, 200, await turn)
    }
    return send(response, 404, { error: 'notFound' })
  }

  return {
    faults,
    rewards,
    waiting: rounds.waiting,
    async handle(request, response, path) {
      try {
        if (await answerSite(request, response, path, { publicKey: options.publicKey, calls })) return
        await answerPage(request, response, path)
      } catch {
        if (!response.headersSent) send(response, 500, { error: 'internal' })
      }
    },
    close: rounds.close,
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBody(request)
  try {
    const body: unknown = JSON.parse(bytes?.toString() ?? '')
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
