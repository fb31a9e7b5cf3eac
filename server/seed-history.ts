/**
 * Creates the demo players' history over HTTP: they sign in, deposit through the sandbox partner and play under the
 * same rules as everyone.
 */
import { randomUUID } from 'node:crypto'
import type { Quest } from '#contract/quests.ts'
import type { listJackpots } from '#contract/jackpots.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Act, View } from '#contract/rounds.ts'
import type { listTournaments } from '#contract/tournaments.ts'
import type { Account } from '#contract/wallet.ts'
import { mathsOf } from '#games/games.ts'
import { isStepped } from '#games/maths.ts'
import type { PlayReply, StudioRound, StudioSession } from '#games/studio-api.ts'
import { type Sandbox, sportsbookPath } from '#sandbox/main.ts'
import type { WireEvent } from '#sandbox/sportsbook/wire.ts'
import type { Logger } from 'pino'
import { demoPassword } from './profile/index.ts'
import { seedSupport } from './seed-support.ts'

export type HistoryParts = { operatorUrl: string; sandbox: Sandbox; log: Pick<Logger, 'info' | 'warn'>; restMs: number }

type Deposit = {
  currency: string
  method: 'sandbox.card' | 'sandbox.crypto' | 'sandbox.wallet'
  amount: number
  network?: string
  sent?: string
  /** The player pays this amount instead: the deposit waits for an operator. */
  paid?: string
}
/** `waits`: operators have work with the player: a flagged deposit, a withdrawal in review, documents, a conversation. */
type Past = {
  email: string
  deposits: Deposit[]
  quests: string[]
  rounds: number
  waits?: true
  /** A single on the next match, in subunits. */
  bet?: { currency: string; stake: number }
  /** The rounds add the side stake of this currency's jackpot. */
  jackpot?: string
}

const pasts: Past[] = [
  {
    email: 'demo@fairhouse.example',
    deposits: [
      { currency: 'EUR', method: 'sandbox.card', amount: 250_00 },
      { currency: 'BTC', method: 'sandbox.crypto', amount: 200_000, network: 'bitcoin', sent: '0.002' },
    ],
    quests: ['three-in-a-row', 'good-catch'],
    rounds: 3,
    jackpot: 'EUR',
  },
  {
    email: 'whale@fairhouse.example',
    deposits: [
      { currency: 'BTC', method: 'sandbox.crypto', amount: 100_000_000, network: 'bitcoin', sent: '1' },
      { currency: 'USD', method: 'sandbox.card', amount: 5_000_00 },
      { currency: 'USD', method: 'sandbox.wallet', amount: 250_00, paid: '200.00' },
    ],
    quests: [],
    rounds: 3,
    bet: { currency: 'USD', stake: 5_00 },
    waits: true,
  },
]

/** Runs once: a player who already has an invoice is skipped. Resolves when all rounds are played. */
export async function seedHistory(parts: HistoryParts): Promise<void> {
  await Promise.all(
    pasts.map((past) =>
      live(parts, past).catch((error) => {
        parts.log.warn({ err: error, player: past.email }, 'cannot create the history of a demo player')
      }),
    ),
  )
}

async function live(parts: HistoryParts, past: Past): Promise<void> {
  const { accessToken } = await call<{ accessToken: string }>(parts, 'POST', '/api/player/sessions', {
    login: past.email,
    password: demoPassword,
  })
  const ask = <T>(method: string, path: string, body?: unknown) => call<T>(parts, method, path, body, accessToken)
  const { meta } = await ask<{ meta: { total: number } }>('GET', '/api/payment/invoices')
  if (meta.total === 0) {
    for (const deposit of past.deposits) await makeDeposit(parts, ask, deposit)
    await startQuests(ask, past.quests)
    await joinTournaments(ask)
    if (past.jackpot) await joinJackpot(ask, past.jackpot)
    if (past.bet) await placeBet(parts, ask, past.bet)
    await playAround(parts, ask, past.rounds)
    if (past.jackpot) await ask('POST', `/api/game/jackpots/${past.jackpot}/leave`)
    if (past.waits) {
      await leaveWithdrawal(ask)
      await seedSupport({ operatorUrl: parts.operatorUrl, token: accessToken })
    }
  }
  await ask('POST', '/api/player/sessions/logout')
}

const longestWaitMs = 5_000

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** The operator's own definitions may not have them. */
async function startQuests(ask: Ask, questIds: string[]): Promise<void> {
  if (questIds.length === 0) return
  const offered = await ask<Quest[]>('GET', '/api/retention/quests')
  for (const { id, canActivate } of offered)
    if (canActivate && questIds.includes(id)) await ask('PUT', `/api/retention/quests/${id}/activate`)
}

/** The operator may have opened none. */
async function joinJackpot(ask: Ask, currency: string): Promise<void> {
  const open = await ask<ReplyOf<typeof listJackpots>>('GET', '/api/game/jackpots')
  const jackpot = open.find((each) => each.currency === currency)
  if (!jackpot) return
  const clientSeed = randomUUID()
  await ask('POST', `/api/game/jackpots/${currency}/join`, { jackpotId: jackpot.id, clientSeed })
}

/** The site may have another sportsbook, or none. */
async function placeBet({ sandbox }: HistoryParts, ask: Ask, bet: NonNullable<Past['bet']>): Promise<void> {
  if (!sandbox.sportsbook) return
  const { token } = await ask<{ token: string }>('POST', '/api/game/sportsbook/start', { currency: bet.currency })
  const book = { operatorUrl: sandbox.url }
  const { events } = await call<{ events: WireEvent[] }>(book, 'GET', `${sportsbookPath}/events`)
  const upcoming = events.find(({ board, markets }) => board.phase === 'upcoming' && markets[0]?.state === 'open')
  const market = upcoming?.markets[0]
  const [outcome, odds] = Object.entries(market?.odds ?? {}).find((each) => each[1] !== null) ?? []
  if (!upcoming || !market || !odds) return
  await call(
    book,
    'POST',
    `${sportsbookPath}/bets`,
    {
      requestId: randomUUID(),
      kind: 'single',
      picks: [{ eventId: upcoming.id, market: market.id, outcome, odds, version: market.version }],
      stake: bet.stake,
      policy: 'any',
    },
    token,
  )
}

async function makeDeposit({ sandbox }: HistoryParts, ask: Ask, deposit: Deposit): Promise<void> {
  const find = async () =>
    (await ask<Account[]>('GET', '/api/wallet/accounts')).find(({ currency }) => currency === deposit.currency)
  const account = await find()
  if (!account) return
  const { invoiceId } = await ask<{ invoiceId: string }>('POST', '/api/payment/invoices/deposit', {
    method: deposit.method,
    currency: deposit.currency,
    amount: deposit.amount,
    accountId: account.id,
    fields: deposit.network ? { crypto_network: deposit.network } : {},
  })
  const payment = sandbox.payments.byReference(invoiceId)
  if (!payment) return
  if (deposit.sent) sandbox.payments.transfer(payment.id, deposit.sent, payment.tag)
  else sandbox.payments.decide(payment.id, 'pay', deposit.paid)
  if (deposit.paid) return
  for (let tries = 0; tries < 100; tries++) {
    if (((await find())?.balance ?? 0) > account.balance) return
    await rest(200)
  }
}

/** A withdrawal that is reviewed for its amount. */
async function leaveWithdrawal(ask: Ask): Promise<void> {
  await ask('POST', '/api/player/step-up', { method: 'password', proof: demoPassword })
  const account = (await ask<Account[]>('GET', '/api/wallet/accounts')).find(({ currency }) => currency === 'USD')
  if (!account) return
  await ask('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'USD',
    amount: 1_500_00,
    accountId: account.id,
    idempotencyKey: randomUUID(),
    fields: {
      account_holder: 'Wanda Whale',
      routing_number: '110000000',
      account_number: '000123456789',
      account_type: 'checking',
    },
  })
}

/** Those that run, and those that are about to: the first ones are published with the start of the product. */
async function joinTournaments(ask: Ask): Promise<void> {
  const { running, next } = await ask<ReplyOf<typeof listTournaments>>('GET', '/api/retention/tournaments')
  const soon = next.filter(({ remainingMs }) => remainingMs <= longestWaitMs)
  for (const { identity, entry } of [...running, ...soon])
    if (entry === 'confirmed') await ask('POST', `/api/retention/tournaments/${identity}/join`)
  await rest(Math.max(0, ...soon.map(({ remainingMs }) => remainingMs)))
}

/** Enough for every list that shows rounds; a start should not take longer with every new game. */
const played: readonly string[] = [
  'lantern-harbor',
  'ember-forge',
  'midnight-botanica',
  'clockwork-orchard',
  'dice',
  'saffron-caravan',
  'glacier-fox',
  'tidepool',
  'roulette',
  'mines',
]

/** A round of each game, several times, with the pause that the studio requires between rounds. */
async function playAround(parts: HistoryParts, ask: Ask, rounds: number): Promise<void> {
  const { data: games } = await ask<{ data: Array<{ id: string }> }>('GET', '/api/game/games')
  const ids = games.map(({ id }) => id).filter((id) => played.includes(id))
  const seats = await Promise.all(ids.map((id) => launchGame(parts, ask, id)))
  for (let round = 0; round < rounds; round++) {
    for (const seat of seats) await seat()
    await rest(parts.restMs)
  }
}

async function launchGame(parts: HistoryParts, ask: Ask, game: string): Promise<() => Promise<void>> {
  const { url } = await ask<{ url: string }>('POST', `/api/game/games/${game}/play`, { mode: 'real' })
  const token = new URL(url, parts.operatorUrl).searchParams.get('token') ?? ''
  const { stakes, definition } = await call<{
    stakes: { default: number }
    definition: StudioSession['definition']
  }>(parts, 'GET', '/studio/api/session?clientSeed=history', undefined, token)
  const maths = mathsOf(game)!
  const isOfSteps = isStepped(maths)
  const choice = isOfSteps ? maths.firstChoice() : choiceAt(definition)
  return async () => {
    const { round } = await call<PlayReply>(
      parts,
      'POST',
      '/studio/api/play',
      { playId: randomUUID(), stake: stakes.default, choice },
      token,
    )
    if (isOfSteps) await playOn(parts, round, token)
  }
}

const firstActs: Record<View['game'], Act> = {
  mines: { type: 'reveal', at: 12 },
  towers: { type: 'climb', at: 0 },
  hilo: { type: 'higher' },
  blackjack: { type: 'stand' },
  poker: { type: 'draw', hold: [0, 1] },
  crash: { type: 'cashOut' },
}

function firstActOf(view: View): Act {
  if (view.game === 'hilo' && view.higher === null) return { type: 'lower' }
  return firstActs[view.game]
}

/** One choice inside the round, and out. */
async function playOn(parts: HistoryParts, round: StudioRound, token: string): Promise<void> {
  for (let now = round; now.status === 'playing';) {
    const { view, acts } = now.progress!
    const act =
      view.game === 'blackjack' ? { type: view.moves.at(1) } : acts > 0 ? { type: 'cashOut' } : firstActOf(view)
    const body = { roundId: now.id, actId: randomUUID(), after: acts, act }
    now = (await call<PlayReply>(parts, 'POST', '/studio/api/act', body, token)).round
  }
}

function choiceAt(definition: StudioSession['definition']) {
  if (definition.kind === 'dice') return { direction: 'under', target: definition.dice.defaultWinCount }
  return definition.kind === 'floor' ? definition.choice : null
}

async function call<T>(
  { operatorUrl }: Pick<HistoryParts, 'operatorUrl'>,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<T> {
  const answer = await fetch(operatorUrl + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path.split('?')[0]} answered ${answer.status}: ${text.slice(0, 200)}`)
  return JSON.parse(text || '{}') as T
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
