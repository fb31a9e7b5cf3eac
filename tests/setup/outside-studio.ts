/** An outside studio for tests: a client of the site's wallet, and a server for the site's calls. */
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import type { OperatorWallet, OperatorWalletAnswer } from '#games/studio/operator-wallet.ts'
import type { CreateReward, ListedGame, NameReward, OpenGame, WalletAnswer } from '#studio-sdk/protocol.ts'
import { answerSite } from '#studio-sdk/server.ts'
import { createWallet } from '#studio-sdk/wallet.ts'

export type KeyPair = { privateKey: string; publicKey: string }

export function keyPair(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

export function listedGame(code: string, change: Partial<ListedGame> = {}): ListedGame {
  return {
    game_code: code,
    name: `Game ${code}`,
    product: 'Paper Lantern',
    category: 'Video Slots',
    platforms: ['GPL_DESKTOP', 'GPL_MOBILE'],
    url_thumb: `http://127.0.0.1:9/${code}.png`,
    enabled: true,
    blocked_countries: [],
    currencies: ['EUR', 'USD', 'BTC'],
    languages: ['en', 'de'],
    freebet_support: true,
    demo_game_support: true,
    rtp: '96.5',
    volatility: 'high',
    max_win_multiplier: 5000,
    bet_limits: [{ currency: 'EUR', min: 10_000, max: 10_000_000 }],
    release_date: '2026-01-15',
    ...change,
  }
}

export type StudioServer = {
  url: string
  /** The games of the catalogue; tests change them. */
  games: ListedGame[]
  opened: OpenGame[]
  rewards: Map<string, CreateReward & { isCancelled: boolean; used: number; won: number }>
  /** Answers every call with these bytes, or gives no complete answer. */
  answerWith: Buffer | 'nothing' | 'endless' | null
  /** Refuses new rewards. */
  refusesRewards: boolean
  /** Paths of the site's calls. */
  asked: string[]
  close(): Promise<void>
}

export async function studioServer(siteKey: string): Promise<StudioServer> {
  const studio: Omit<StudioServer, 'url' | 'close'> = {
    games: [listedGame('moths'), listedGame('tides')],
    opened: [],
    rewards: new Map(),
    answerWith: null,
    refusesRewards: false,
    asked: [],
  }
  const calls = {
    games: () => studio.games,
    open(call: OpenGame) {
      studio.opened.push(call)
      return `http://studio.test/play/${call.game_code}`
    },
    createReward(call: CreateReward) {
      if (studio.refusesRewards) return false
      if (!studio.rewards.has(call.reward_uuid))
        studio.rewards.set(call.reward_uuid, { ...call, isCancelled: false, used: 0, won: 0 })
      return true
    },
    cancelReward({ reward_uuid }: NameReward) {
      const reward = studio.rewards.get(reward_uuid)
      if (reward) reward.isCancelled = true
      return reward !== undefined
    },
    rewardInfo({ reward_uuid }: NameReward) {
      const reward = studio.rewards.get(reward_uuid)
      return reward ? { used_count: reward.used, total_win: reward.won } : null
    },
  }
  const server = createServer((request, response) => {
    studio.asked.push(request.url ?? '')
    if (studio.answerWith === 'nothing') return void request.socket.destroy()
    if (studio.answerWith === 'endless') return endless(response)
    if (studio.answerWith) return void response.writeHead(200).end(studio.answerWith)
    return void answerSite(request, response, request.url ?? '', { publicKey: siteKey, calls }).then(
      (isAnswered) => isAnswered || response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(studio, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** Sends 100 MB of a catalogue without announcing the length. */
function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(1_000_000, '{},')
  pipeline(Readable.from(Array.from({ length: 100 }, () => piece)), response.writeHead(200), () => response.destroy())
}

const scale = 1000

/**
 * Sends the studio's calls in the Hub88 protocol, with the interface of the in-house studio's wallet; for accounts in
 * euro.
 */
export function hub88Wallet(options: {
  url: string
  privateKey: string
  codes: Record<string, string>
}): OperatorWallet {
  const wallet = createWallet({ url: () => options.url, privateKey: options.privateKey })
  const read = (answer: WalletAnswer | null): OperatorWalletAnswer => {
    if (!answer) return { kind: 'unknown', reason: 'no answer' }
    if (answer.status === 'RS_OK') return { kind: 'accepted', balance: answer.balance! / scale }
    return { kind: 'refused', name: answer.status }
  }
  const common = ({ token, gameId, roundId, transactionId }: Parameters<OperatorWallet['bet']>[0]) => ({
    user: '',
    token,
    game_code: options.codes[gameId] ?? gameId,
    round: roundId,
    transaction_uuid: transactionId,
  })
  const transaction = (call: Parameters<OperatorWallet['bet']>[0]) => {
    const { user: _user, ...rest } = common(call)
    return { ...rest, amount: call.amount * scale, currency: call.currency } as never
  }
  return {
    balance: async ({ token }) => read(await wallet.balance({ token } as never)),
    bet: async (call) => read(await wallet.bet(transaction(call))),
    win: async (call) =>
      read(
        await wallet.win({
          ...(transaction(call) as object),
          round_closed: true,
          reference_transaction_uuid: `${call.roundId}-bet`,
        } as never),
      ),
    rollback: async ({ betTransactionId, ...call }) => {
      const { user: _user, ...rest } = common({ ...call, amount: 0 })
      return read(await wallet.rollback({ ...rest, reference_transaction_uuid: betTransactionId } as never))
    },
  }
}

/** Refusals of the in-house protocol as statuses of Hub88. */
const statuses: Record<string, string> = {
  transactionConflict: 'RS_ERROR_DUPLICATE_TRANSACTION',
  betRolledBack: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
  insufficientFunds: 'RS_ERROR_NOT_ENOUGH_MONEY',
  betNotFound: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  winTooLarge: 'RS_ERROR_UNKNOWN',
  roundClosed: 'RS_ERROR_UNKNOWN',
  currencyOfAnother: 'RS_ERROR_WRONG_CURRENCY',
  launchTokenInvalid: 'RS_ERROR_INVALID_TOKEN',
  sessionEnded: 'RS_ERROR_TOKEN_EXPIRED',
  validation: 'RS_ERROR_WRONG_TYPES',
}
export const inHub88 = (name: string): string => statuses[name] ?? name

/** Does the same in the SoftSwiss protocol, in subunits. */
export function softswissWallet(options: {
  url: string
  secret: string
  userOf(token: string): string
}): OperatorWallet {
  async function ask(path: string, call: object): Promise<OperatorWalletAnswer> {
    const body = JSON.stringify(call)
    const answer = await fetch(`${options.url}/${path}`, {
      method: 'POST',
      headers: { 'x-request-sign': createHmac('sha256', options.secret).update(body).digest('hex') },
      body,
    })
    const { balance, code } = (await answer.json()) as { balance: number; code?: number }
    return answer.status === 200 ? { kind: 'accepted', balance } : { kind: 'refused', name: String(code) }
  }
  const common = ({ token, currency, gameId, roundId }: Parameters<OperatorWallet['bet']>[0]) => ({
    session_id: token,
    user_id: options.userOf(token),
    currency,
    game: gameId,
    game_id: roundId,
  })
  return {
    balance: ({ token }) =>
      ask('play', { session_id: token, user_id: options.userOf(token), currency: 'EUR', game: 'moths' }),
    bet: (call) =>
      ask('play', {
        ...common(call),
        actions: [{ action: 'bet', amount: call.amount, action_id: call.transactionId }],
      }),
    win: (call) =>
      ask('play', {
        ...common(call),
        finished: true,
        actions: [{ action: 'win', amount: call.amount, action_id: call.transactionId }],
      }),
    rollback: ({ betTransactionId, ...call }) =>
      ask('rollback', {
        ...common({ ...call, amount: 0 }),
        actions: [{ action: 'rollback', action_id: call.transactionId, original_action_id: betTransactionId }],
      }),
  }
}

/** Refusals of the in-house protocol as codes of the SoftSwiss form. */
const codes: Record<string, string> = {
  transactionConflict: '155',
  betRolledBack: '409',
  insufficientFunds: '100',
  betNotFound: '404',
  winTooLarge: '400',
  roundClosed: '409',
  currencyOfAnother: '154',
  launchTokenInvalid: '101',
  sessionEnded: '101',
  validation: '400',
}
export const inSoftswiss = (name: string): string => codes[name] ?? name
