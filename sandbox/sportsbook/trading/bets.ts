/**
 * Bets from the slip to the last settlement. Each is stored before the wallet is called, and each call to the wallet
 * is stored until it is answered, so that a kill at any moment loses nothing.
 */
import { createHash, randomBytes } from 'node:crypto'
import { slipFault } from '#contract/settlement/settle.ts'
import type { LegResult } from '#contract/settlement/settle.ts'
import { readOdds } from '#contract/settlement/odds.ts'
import { subunitsOf } from '../currencies.ts'
import { builderMarket, readBuilder } from '../builder.ts'
import type { SportsbookFaults } from '../faults.ts'
import { marketName, outcomeName } from '../names.ts'
import type {
  BetRequest,
  BetState,
  CashOutQuote,
  FreeBet,
  OddsPolicy,
  PickRequest,
  PlayerSession,
  Refusal,
  WireBet,
  WireLeg,
} from '../wire.ts'
import type { Words } from '../words.ts'
import type { Book, Quote } from './book.ts'
import { openJournal } from './journal.ts'
import { fairValueOf, highestPayoutOf, payoutOf } from './slip.ts'
import type { Wallet, WalletCall } from './wallet.ts'

type Leg = WireLeg & { version: number; incidents: number }
export type Bet = Omit<WireBet, 'legs' | 'cashOut' | 'isFree'> & {
  legs: Leg[]
  freeBetId: string | null
  playerId: string
  requestId: string
  requestHash: string
  policy: OddsPolicy
  /** The wallet has taken the stake; before, the player has no such bet. */
  isHeld: boolean
  decideAt: number | null
  sequence: number
  changedAt: number
  /** A deliberate mistake is corrected then. */
  correctAt: number | null
  voidAt: number | null
  outbox: WalletCall[]
}

export type BetsOptions = {
  book: Book
  wallet: Wallet
  faults: SportsbookFaults
  /** Of matches. */
  now: () => number
  /** Of bets and calls. */
  realNow: () => number
  words: (locale: string) => Words
  journalPath: string | null
  liveDelayMs: number
  retryDelaysMs: number[]
}

export type Bets = {
  place(session: PlayerSession, token: string, locale: string, request: BetRequest): Promise<Bet | Refusal>
  cashOut(session: PlayerSession, id: string, quoteId: string, part: number): Promise<Bet | Refusal>
  maxStake(session: PlayerSession, request: Omit<BetRequest, 'requestId' | 'stake' | 'policy'>): number | Refusal
  ofPlayer(playerId: string): Bet[]
  /** Those that no bet has staked. */
  freeBetsOf(session: PlayerSession): FreeBet[]
  all(): Iterable<Bet>
  find(id: string): Bet | null
  wire(bet: Bet): WireBet
  /** Decides held bets whose delay is over, settles what is decided, corrects what is wrong. */
  tick(): void
  /** Resolves once no call to the wallet waits for an answer. */
  flush(): Promise<void>
  /** Players whose bets have changed since the last call, and their balances. */
  drain(): Map<string, { balance: number | null; currency: string }>
  void(id: string, reason: string): boolean
  stop(): void
}

/** What one bet may win, in euros; a selection's share falls with what is already open on it. */
const liabilityOf: Record<string, number> = { result: 10_000, winner: 10_000, moneyline: 10_000 }
const usualLiability = 5_000
const liveShare = 0.5
const payoutCapEuros = 50_000
const leastStakeEuros = 0.1
const cashOutMargin = 0.04
/** A cash-out price that was shown is paid for so long, unless there is an incident. */
const quoteMs = 4_000
const mostLegs = 12
const correctionMs = 3_000
const storeAgainMs = 5_000
const playerWaitsMs = 6_000

export function createBets(options: BetsOptions): Bets {
  const { book, wallet, faults, now, realNow } = options
  const journal = openJournal<Bet>(options.journalPath)
  const changed = new Map<string, { balance: number | null; currency: string }>()
  const latest = new Map<string, CashOutQuote & { at: number; incidents: string }>()
  const pumps = new Map<string, Promise<void>>()
  /** Pauses, each with what ends it early. */
  const timers = new Map<NodeJS.Timeout, () => void>()
  let isStopped = false

  function save(bet: Bet): Bet {
    bet.changedAt = realNow()
    journal.save(bet)
    note(bet, null)
    return bet
  }

  function note(bet: Bet, balance: number | null): void {
    const known = changed.get(bet.playerId)
    changed.set(bet.playerId, { balance: balance ?? known?.balance ?? null, currency: bet.currency })
  }

  /* Placing. */

  async function place(session: PlayerSession, token: string, locale: string, request: BetRequest) {
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
    for (const bet of journal.all.values())
      if (bet.playerId === session.playerId && bet.requestId === request.requestId)
        return bet.requestHash === requestHash ? bet : { error: 'requestConflict' }
    const checked = check(session, request)
    if ('error' in checked) return checked
    const bet = save(draft(session, request, requestHash, checked.quotes))
    const answer = await wallet.send(placeCall(bet, token, locale))
    if (answer.is === 'refused') {
      end(bet, 'declined', answer.name)
      return { error: answer.name, message: answer.message }
    }
    if (answer.is === 'lost') {
      decline(bet, 'walletUnavailable')
      return { error: 'walletUnavailable' }
    }
    bet.isHeld = true
    note(bet, answer.value.balance ?? null)
    const isLive = bet.legs.some((leg) => leg.isLive)
    bet.decideAt = isLive ? realNow() + options.liveDelayMs : realNow()
    save(bet)
    if (!isLive) {
      decide(bet)
      await answered(bet)
    }
    return bet
  }

  function check(session: PlayerSession, request: BetRequest): { quotes: Quote[] } | Refusal {
    const { picks, kind, systemSizes, stake, policy } = request
    if (picks.length > mostLegs) return { error: 'tooManySelections' }
    const legs = picks.map(({ odds }) => ({ odds }))
    if (slipFault({ kind, systemSizes, isEachWay: false, legs, stake: BigInt(Math.max(1, stake)) }))
      return { error: 'invalidSlip' }
    if (kind !== 'single' && picks.some(({ market }) => market === builderMarket)) return { error: 'invalidSlip' }
    if (new Set(picks.map(({ eventId }) => eventId)).size < picks.length) return { error: 'relatedSelections' }
    const found = picks.map(({ eventId, market, outcome }) => book.quote(eventId, market, outcome))
    if (found.some((quote) => quote === null)) return { error: 'unknownSelection' }
    const current = found as Quote[]
    const offered = picks.map((pick, index) => currentOf(pick, current[index]!))
    if (current.some((quote) => quote.state === 'closed' || quote.outcome.result !== null))
      return { error: 'marketClosed', picks: offered }
    if (current.some((quote) => quote.state === 'suspended' || quote.odds === null))
      return { error: 'marketSuspended', picks: offered }
    if (picks.some(({ odds }, index) => !isAllowed(policy, odds, current[index]!.odds!)))
      return { error: 'oddsChanged', picks: offered }
    const minStake = Math.max(1, subunitsOf(leastStakeEuros, session.currency))
    if (!Number.isSafeInteger(stake) || stake < minStake) return { error: 'stakeTooLow', minStake }
    if (request.freeBetId !== undefined) {
      const free = freeBetsOf(session).find(({ id }) => id === request.freeBetId)
      const isFitting = free?.amount === stake && kind !== 'system'
      if (!isFitting || picks.some(({ odds }) => readOdds(odds) < readOdds(free.minOdds)))
        return { error: 'freeBetNotAccepted' }
    }
    const most = mostStake(session.currency, request, current)
    return stake > most ? { error: most < minStake ? 'notTaken' : 'stakeTooHigh', maxStake: most } : { quotes: current }
  }

  function freeBetsOf({ playerId, freeBets }: PlayerSession): FreeBet[] {
    const isStaked = new Set<string | null>()
    for (const bet of journal.all.values())
      if (bet.playerId === playerId && bet.state !== 'declined' && bet.state !== 'voided') isStaked.add(bet.freeBetId)
    return freeBets.filter(({ id, expiresAt }) => !isStaked.has(id) && Date.parse(expiresAt) > realNow())
  }

  const currentOf = (pick: PickRequest, quote: Quote) => ({
    ...pick,
    odds: quote.odds ?? pick.odds,
    version: quote.version,
    state: quote.state === 'open' && quote.odds === null ? ('suspended' as const) : quote.state,
  })

  /** By the smallest of what each selection and the whole bet may win. */
  function mostStake(currency: string, request: Pick<BetRequest, 'kind' | 'systemSizes'>, quotes: Quote[]): number {
    const legs = quotes.map((quote) => ({ odds: quote.odds ?? '1.01', result: null }))
    const unit = 1_000_000
    const factor = highestPayoutOf({ ...request, legs }, unit, Number.MAX_SAFE_INTEGER) / unit
    const liabilities = quotes.map((quote) => {
      const whole = (liabilityOf[quote.key.type] ?? usualLiability) * (quote.isLive ? liveShare : 1)
      return Math.max(0, subunitsOf(whole, currency) - exposure(quote, currency))
    })
    const bySelection = Math.min(...liabilities) / (factor - 1)
    return Math.floor(Math.min(bySelection, subunitsOf(payoutCapEuros, currency) / factor))
  }

  /** What open bets in this currency would win on the same selection. */
  function exposure({ fixture, key, outcome }: Quote, currency: string): number {
    let sum = 0
    for (const bet of journal.all.values()) {
      if (bet.currency !== currency || (bet.state !== 'accepted' && bet.state !== 'held')) continue
      const isOn = bet.legs.some(
        (leg) =>
          leg.eventId === fixture.id &&
          leg.type === key.type &&
          leg.line === key.line &&
          leg.outcome === outcome.code &&
          leg.result === null,
      )
      if (isOn) sum += bet.highestPayout - bet.stake
    }
    return sum
  }

  function draft(session: PlayerSession, request: BetRequest, requestHash: string, current: Quote[]): Bet {
    const { kind, systemSizes, stake, policy, requestId, picks } = request
    const legs = picks.map((pick, index): Leg => {
      const quote = current[index]!
      return {
        eventId: pick.eventId,
        market: pick.market,
        type: quote.key.type,
        line: quote.key.line,
        outcome: pick.outcome,
        odds: policy === 'never' ? pick.odds : quote.odds!,
        isLive: quote.isLive,
        sport: quote.fixture.sport,
        league: quote.fixture.league.name,
        home: quote.fixture.home,
        away: quote.fixture.away,
        startsAt: quote.fixture.startsAt,
        result: null,
        version: quote.version,
        incidents: quote.incidents,
        ...(pick.market === builderMarket && {
          parts: readBuilder(pick.outcome)!.map((part) => ({ ...part, result: null })),
        }),
      }
    })
    const cap = subunitsOf(payoutCapEuros, session.currency)
    return {
      id: `SB${randomBytes(9).toString('hex')}`,
      playerId: session.playerId,
      requestId,
      requestHash,
      currency: session.currency,
      kind,
      systemSizes,
      legs,
      stake,
      openStake: stake,
      payout: 0,
      freeBetId: request.freeBetId ?? null,
      highestPayout: highestPayoutOf({ kind, systemSizes, legs }, stake, cap) - (request.freeBetId ? stake : 0),
      policy,
      state: 'held',
      isHeld: false,
      reason: null,
      placedAt: realNow(),
      decideAt: null,
      settledAt: null,
      cashedOut: 0,
      sequence: 0,
      changedAt: realNow(),
      correctAt: null,
      voidAt: null,
      outbox: [],
    }
  }

  function placeCall(bet: Bet, token: string, locale: string): WalletCall {
    const words = options.words(locale)
    return {
      call: 'place',
      requestId: `${bet.id}:place`,
      betId: bet.id,
      token,
      currency: bet.currency,
      kind: bet.kind,
      systemSizes: bet.systemSizes,
      isEachWay: false,
      selections: bet.legs.map((leg, index) => ({
        id: String(index + 1),
        eventId: leg.eventId,
        marketId: `${leg.eventId}:${leg.market}`,
        marketVersion: leg.version,
        outcomeId: outcomeIdOf(leg),
        odds: leg.odds,
        isLive: leg.isLive,
        startsAt: new Date(leg.startsAt).toISOString(),
        names: {
          sport: words(`sport_${leg.sport}`),
          league: leg.league,
          event: `${leg.home} – ${leg.away}`,
          market: marketName(words, leg),
          outcome: outcomeName(words, leg, leg.outcome),
        },
      })),
      stake: bet.stake,
      maximumPayout: bet.highestPayout,
      oddsPolicy: bet.policy,
      ...(bet.freeBetId && { freeBetId: bet.freeBetId }),
      placedAt: new Date(bet.placedAt).toISOString(),
    }
  }

  /* Deciding. */

  function decide(bet: Bet): void {
    bet.decideAt = null
    if (faults.declines > 0) {
      faults.declines -= 1
      return decline(bet, 'notTaken')
    }
    for (const leg of bet.legs) {
      const quote = book.quote(leg.eventId, leg.market, leg.outcome)
      if (!quote || quote.state !== 'open' || quote.odds === null) return decline(bet, 'marketSuspended')
      if (quote.incidents !== leg.incidents) return decline(bet, 'marketChanged')
      if (!isAllowed(bet.policy, leg.odds, quote.odds)) return decline(bet, 'oddsChanged')
      leg.version = quote.version
      if (bet.policy !== 'never') leg.odds = quote.odds
    }
    bet.highestPayout =
      highestPayoutOf(bet, bet.stake, subunitsOf(payoutCapEuros, bet.currency)) - (bet.freeBetId ? bet.stake : 0)
    queue(bet, {
      call: 'accept',
      requestId: `${bet.id}:accept`,
      betId: bet.id,
      selections: bet.legs.map(({ version, odds }, index) => ({ id: String(index + 1), marketVersion: version, odds })),
      maximumPayout: bet.highestPayout,
    })
  }

  function decline(bet: Bet, reason: string): void {
    bet.reason = reason
    bet.decideAt = null
    queue(bet, { call: 'decline', requestId: `${bet.id}:decline`, betId: bet.id, reason })
  }

  function end(bet: Bet, state: BetState, reason: string | null): void {
    bet.state = state
    bet.reason = reason
    bet.settledAt = realNow()
    save(bet)
  }

  /* Calls to the wallet: in order for each bet, and repeated until they are answered. */

  function queue(bet: Bet, call: WalletCall): void {
    bet.outbox = [...bet.outbox, call]
    save(bet)
    pump(bet)
  }

  function pump(bet: Bet): void {
    if (pumps.has(bet.id) || isStopped) return
    const run = sendAll(bet)
      .catch(async (error: unknown) => {
        console.error(`Bet ${bet.id} could not be stored:`, error)
        await pause(storeAgainMs)
      })
      .finally(() => {
        pumps.delete(bet.id)
        if (bet.outbox.length > 0 && !isStopped) pump(bet)
      })
    pumps.set(bet.id, run)
  }

  async function sendAll(bet: Bet): Promise<void> {
    for (let attempt = 0; bet.outbox.length > 0 && !isStopped;) {
      // What a provider's queue must not do, on purpose: later decisions before earlier ones.
      const calls = faults.isReordering ? bet.outbox.slice(0, 3) : bet.outbox.slice(0, 1)
      const answers = await Promise.all(calls.map((call) => wallet.send(call)))
      let isAnyLost = false
      for (const [index, answer] of answers.entries()) {
        const call = calls[index]!
        if (answer.is === 'lost') {
          isAnyLost = true
          continue
        }
        bet.outbox = bet.outbox.filter((each) => each !== call)
        if (answer.is === 'accepted') note(bet, answer.value.balance ?? null)
        conclude(bet, call, answer.is === 'accepted', answer.is === 'refused' ? answer.name : null)
      }
      if (isAnyLost) await pause(options.retryDelaysMs[Math.min(attempt++, options.retryDelaysMs.length - 1)]!)
      else attempt = 0
    }
  }

  /** The player waits for the wallet, but not for an outage: the feed reports what comes later. */
  const answered = (bet: Bet) => Promise.race([pumps.get(bet.id), pause(playerWaitsMs)])

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.set(timer, resolve)
    })
  }

  function conclude(bet: Bet, call: WalletCall, isAccepted: boolean, refusal: string | null): void {
    if (call.call === 'accept' && isAccepted) bet.state = 'accepted'
    if (call.call === 'accept' && !isAccepted)
      bet.outbox = [
        ...bet.outbox,
        {
          call: 'decline',
          requestId: `${bet.id}:decline`,
          betId: bet.id,
          reason: (bet.reason = refusal ?? 'notTaken'),
        },
      ]
    if (call.call === 'decline') return end(bet, 'declined', bet.reason)
    if (refusal && call.call !== 'accept') bet.reason = refusal
    save(bet)
  }

  /* After acceptance. */

  function settleDecided(bet: Bet): void {
    let isChanged = false
    for (const leg of bet.legs) {
      if (leg.result !== null) continue
      for (const part of leg.parts ?? [])
        part.result ??= book.chances(leg.eventId, part.market, part.outcome)?.outcome.result ?? null
      leg.result = book.chances(leg.eventId, leg.market, leg.outcome)?.outcome.result ?? null
      isChanged ||= leg.result !== null
    }
    if (!isChanged) return
    const payout = dueFor(bet, bet)
    if (payout === null) return void save(bet)
    if (faults.resettlements > 0) {
      faults.resettlements -= 1
      bet.correctAt = realNow() + correctionMs
      const wrong = { ...bet, legs: bet.legs.map((leg) => ({ ...leg, result: mistaken(leg.result) })) }
      return settle(bet, wrong.legs, dueFor(bet, wrong) ?? 0)
    }
    if (faults.voids > 0) {
      faults.voids -= 1
      bet.voidAt = realNow() + correctionMs
    }
    settle(bet, bet.legs, payout)
  }

  const capOf = (bet: Bet) => share(bet.highestPayout, bet.openStake, bet.stake)

  /** Of a free bet the winnings without the stake. */
  function dueFor(bet: Bet, results: Parameters<typeof payoutOf>[0]): number | null {
    const ownStake = bet.freeBetId ? bet.openStake : 0
    const payout = payoutOf(results, bet.openStake, capOf(bet) + ownStake)
    return payout === null ? null : Math.max(0, payout - ownStake)
  }

  function settle(bet: Bet, legs: Array<Pick<Leg, 'result'>>, payout: number): void {
    bet.state = 'settled'
    bet.settledAt = realNow()
    bet.payout = bet.cashedOut + payout
    bet.sequence += 1
    queue(bet, {
      call: 'settle',
      ...decisionOf(bet, 'settle'),
      selections: legs.flatMap(({ result }, index) => (result ? [{ id: String(index + 1), result }] : [])),
      settledAt: new Date(realNow()).toISOString(),
    })
  }

  const decisionOf = (bet: Bet, call: string) => ({
    requestId: `${bet.id}:${call}:${bet.sequence}`,
    betId: bet.id,
    sequence: bet.sequence,
    payout: bet.payout,
  })

  function correct(bet: Bet): void {
    bet.correctAt = null
    bet.sequence += 1
    bet.payout = bet.cashedOut
    queue(bet, {
      call: 'unsettle',
      ...decisionOf(bet, 'unsettle'),
      openStake: bet.openStake,
      reason: 'a result was corrected',
    })
    settle(bet, bet.legs, dueFor(bet, bet) ?? 0)
  }

  function voidBet(bet: Bet, reason: string): void {
    bet.voidAt = null
    bet.state = 'voided'
    bet.reason = reason
    bet.settledAt = realNow()
    bet.payout = bet.cashedOut + (bet.freeBetId ? 0 : bet.openStake)
    bet.sequence += 1
    queue(bet, { call: 'void', ...decisionOf(bet, 'void'), reason, actor: 'sandbox trader' })
  }

  /* Cashing out. */

  /** Null while it is not offered: settled, suspended, or worth too little. */
  function quoteCashOut(bet: Bet): CashOutQuote | null {
    if (bet.state !== 'accepted' || bet.openStake <= 0 || bet.freeBetId) return null
    const current = bet.legs.map((leg) => book.chances(leg.eventId, leg.market, leg.outcome))
    if (current.some((chances, index) => !chances || (bet.legs[index]!.result === null && chances.isSuspended)))
      return null
    const outcomes = current.map((chances) => chances!.outcome)
    if (outcomes.every(({ result }) => result !== null)) return null
    const value = Math.min(capOf(bet), fairValueOf(bet, bet.openStake, outcomes)) * (1 - cashOutMargin)
    const amount = Math.floor(value)
    if (amount < Math.max(1, bet.openStake * 0.01)) return null
    const incidents = current.map((chances) => chances!.incidents).join()
    const known = latest.get(bet.id)
    if (known && known.amount === amount && known.incidents === incidents && now() - known.at < quoteMs / 2)
      return { id: known.id, amount }
    const quote = { id: randomBytes(8).toString('hex'), amount, at: now(), incidents }
    latest.set(bet.id, quote)
    earlier.set(quote.id, { ...quote, bet: bet.id })
    return { id: quote.id, amount }
  }
  /** Prices that were shown, by id. */
  const earlier = new Map<string, CashOutQuote & { at: number; incidents: string; bet: string }>()

  async function cashOut(session: PlayerSession, id: string, quoteId: string, part: number): Promise<Bet | Refusal> {
    const bet = journal.all.get(id)
    if (!bet || bet.playerId !== session.playerId) return { error: 'betNotFound' }
    const quote = quoteCashOut(bet)
    if (!quote) return { error: bet.state === 'accepted' ? 'cashOutSuspended' : 'betNotOpen' }
    const shown = earlier.get(quoteId)
    const current = earlier.get(quote.id)!
    const isPaid = shown && shown.bet === bet.id && shown.incidents === current.incidents && now() - shown.at <= quoteMs
    if (!isPaid) return { error: 'priceChanged', quote }
    const isWhole = part >= 1
    const stakePart = isWhole ? bet.openStake : Math.floor(bet.openStake * part)
    const amount = isWhole ? shown.amount : share(shown.amount, stakePart, bet.openStake)
    if (stakePart < 1 || amount < 1) return { error: 'stakeTooLow' }
    bet.openStake -= stakePart
    bet.cashedOut += amount
    bet.payout = bet.cashedOut
    bet.sequence += 1
    for (const [key, { bet: of }] of earlier) if (of === bet.id) earlier.delete(key)
    latest.delete(bet.id)
    if (bet.openStake === 0) {
      bet.state = 'cashedOut'
      bet.settledAt = realNow()
    }
    queue(bet, { call: 'cash-out', ...decisionOf(bet, 'cash-out'), openStake: bet.openStake })
    await answered(bet)
    return bet
  }

  function wire(bet: Bet): WireBet {
    return {
      id: bet.id,
      kind: bet.kind,
      systemSizes: bet.systemSizes,
      legs: bet.legs.map(({ version: _version, incidents: _incidents, ...leg }) => leg),
      currency: bet.currency,
      stake: bet.stake,
      isFree: Boolean(bet.freeBetId),
      openStake: bet.openStake,
      payout: bet.payout,
      cashedOut: bet.cashedOut,
      highestPayout: bet.highestPayout,
      state: bet.state,
      reason: bet.reason,
      placedAt: bet.placedAt,
      settledAt: bet.settledAt,
      cashOut: quoteCashOut(bet),
    }
  }

  /* A restart: stakes that may have been taken are returned, decided calls are sent. */
  for (const bet of journal.all.values()) {
    if (bet.state === 'held' && !bet.isHeld && bet.outbox.length === 0) decline(bet, 'walletUnavailable')
    else if (bet.outbox.length > 0) pump(bet)
  }

  return {
    place,
    cashOut,
    maxStake(session, request) {
      const found = request.picks.map(({ eventId, market, outcome }) => book.quote(eventId, market, outcome))
      if (found.length === 0 || found.some((quote) => !quote?.odds)) return { error: 'marketSuspended' }
      const legs = request.picks.map(({ odds }) => ({ odds }))
      if (slipFault({ ...request, isEachWay: false, legs, stake: 1n })) return { error: 'invalidSlip' }
      return mostStake(session.currency, request, found as Quote[])
    },
    ofPlayer: (playerId) =>
      [...journal.all.values()]
        .filter((bet) => bet.playerId === playerId && (bet.isHeld || bet.state !== 'declined'))
        .sort((one, two) => two.placedAt - one.placedAt),
    freeBetsOf,
    all: () => journal.all.values(),
    find: (id) => journal.all.get(id) ?? null,
    wire,
    tick() {
      const at = realNow()
      for (const bet of journal.all.values()) {
        if (bet.state === 'held' && bet.decideAt !== null && at >= bet.decideAt) decide(bet)
        else if (bet.state === 'accepted') settleDecided(bet)
        else if (bet.correctAt !== null && at >= bet.correctAt) correct(bet)
        else if (bet.voidAt !== null && at >= bet.voidAt) voidBet(bet, 'the match was played under wrong rules')
      }
      for (const [key, { at: shownAt }] of earlier) if (now() - shownAt > 4 * quoteMs) earlier.delete(key)
    },
    async flush() {
      while (pumps.size > 0) await Promise.all(pumps.values())
    },
    drain() {
      const drained = new Map(changed)
      changed.clear()
      return drained
    },
    void(id, reason) {
      const bet = journal.all.get(id)
      if (!bet || !(bet.state === 'accepted' || bet.state === 'settled')) return false
      voidBet(bet, reason)
      return true
    },
    stop() {
      isStopped = true
      for (const [timer, resolve] of timers) {
        clearTimeout(timer)
        resolve()
      }
      timers.clear()
    },
  }
}

/** Within the length of the protocol's ids. */
const outcomeIdOf = ({ outcome, parts }: Leg) =>
  parts ? `${builderMarket}:${createHash('sha256').update(outcome).digest('hex').slice(0, 32)}` : outcome

/** The part of an amount, rounded down; exact where a product of two amounts is no double. */
const share = (amount: number, part: number, whole: number) => Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/** Whether the player's choice allows a bet that was shown at one price to be taken at another. */
export function isAllowed(policy: OddsPolicy, shown: string, current: string): boolean {
  const [before, after] = [readOdds(shown), readOdds(current)]
  // At `never` the bet is taken at the price that was shown, which must not be better than the current one.
  if (policy === 'never') return before === after
  return policy === 'any' || after >= before
}

function mistaken(result: LegResult | null): LegResult | null {
  return result === 'won' ? 'lost' : result === 'lost' ? 'won' : result
}
