/**
 * Handles bets from the slip to the last settlement. Each bet is stored before the wallet is called, and each call to
 * the wallet is stored until it is answered, so that a kill at any moment loses nothing.
 */
import { createHash } from 'node:crypto'
import type { LegResult } from '#contract/settlement/settle.ts'
import type { SportsbookFaults } from '../faults.ts'
import { type SoldPart, soldPart } from '../sold-part.ts'
import type { BetRequest, BetState, PlayerSession, Refusal, WireBet, WireLeg } from '../wire.ts'
import type { Words } from '../words.ts'
import { type Bet, draftBet, dueFor, highestPayoutNow, type Leg, openCapOf, placeCall } from './bet.ts'
import { type Book, isOver } from './book.ts'
import { cashOutMargin } from '../pricing/margin.ts'
import { createCashOutPrices } from './cash-out.ts'
import { createSlipChecks, type SlipChecks } from './check-slip.ts'
import { createEdits, type Edits } from './edits.ts'
import { openJournal } from './journal.ts'
import { createOutbox } from './outbox.ts'
import { takenOdds } from './taken-odds.ts'
import type { Wallet, WalletCall } from './wallet.ts'

export type BetsOptions = {
  book: Book
  wallet: Wallet
  faults: SportsbookFaults
  /** The clock of matches. */
  now: () => number
  /** The clock of bets and calls. */
  realNow: () => number
  words: (locale: string) => Words
  journalPath: string | null
  liveDelayMs: number
  retryDelaysMs: number[]
}

export type Bets = Omit<SlipChecks, 'check'> & {
  place(session: PlayerSession, token: string, locale: string, request: BetRequest): Promise<Bet | Refusal>
  cashOut(session: PlayerSession, id: string, quoteId: string, part: number): Promise<Bet | Refusal>
  /** Changes an open bet; the answer is the bet that takes its place, which may wait. */
  edit(...request: Parameters<Edits['edit']>): Promise<Bet | Refusal>
  /** Sets the price from which the whole open stake is sold automatically; null ends this. */
  setAutoCashOut(session: PlayerSession, id: string, amount: number | null): Bet | Refusal
  ofPlayer(playerId: string): Bet[]
  all(): Iterable<Bet>
  find(id: string): Bet | null
  wire(bet: Bet): WireBet
  /** Decides held bets whose delay is over, settles decided bets, and corrects deliberate mistakes. */
  tick(): void
  /** Resolves once no call to the wallet is pending. */
  flush(): Promise<void>
  /** Players whose bets have changed since the last call, and their balances. */
  drain(): Map<string, { balance: number | null; currency: string }>
  void(id: string, reason: string): boolean
  stop(): void
}

const correctionMs = 3_000

export function createBets(options: BetsOptions): Bets {
  const { book, wallet, faults, now, realNow } = options
  const journal = openJournal<Bet>(options.journalPath)
  const changed = new Map<string, { balance: number | null; currency: string }>()
  const { check, limits, freeBetsOf } = createSlipChecks(book, journal.all, realNow)
  const prices = createCashOutPrices(book, now)
  const outbox = createOutbox({ wallet, faults, retryDelaysMs: options.retryDelaysMs, conclude })
  const edits = createEdits({
    all: journal.all,
    prices,
    check,
    now: realNow,
    liveDelayMs: options.liveDelayMs,
    save,
    queue,
    end,
    takeLegs,
    isInPlay: (bet) => bet.legs.some(({ result, eventId }) => result === null && book.board(eventId)?.phase === 'live'),
    answered: outbox.answered,
  })

  function save(bet: Bet): Bet {
    bet.changedAt = realNow()
    journal.save(bet)
    markChanged(bet, null)
    return bet
  }

  function markChanged(bet: Bet, balance: number | null): void {
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
    const bet = save(draftBet({ session, request, requestHash, quotes: checked.quotes, placedAt: realNow() }))
    const answer = await wallet.send(placeCall(bet, token, options.words(locale)))
    if (answer.is === 'refused') {
      end(bet, 'declined', answer.name)
      return { error: answer.name, message: answer.message }
    }
    if (answer.is === 'lost') {
      decline(bet, 'walletUnavailable')
      return { error: 'walletUnavailable' }
    }
    bet.isHeld = true
    markChanged(bet, answer.value.balance ?? null)
    const isLive = bet.legs.some((leg) => leg.isLive)
    bet.decideAt = isLive ? realNow() + options.liveDelayMs : realNow()
    save(bet)
    if (!isLive) {
      decide(bet)
      await outbox.answered(bet)
    }
    return bet
  }

  /* Deciding. */

  /** Takes the selections at their odds of now; otherwise the reason why the bet is declined. */
  function takeLegs(bet: Bet): string | null {
    if (faults.declines > 0) {
      faults.declines -= 1
      return 'notTaken'
    }
    for (const leg of bet.legs) {
      const quote = book.quote(leg.eventId, leg.market, leg.outcome)
      if (!quote || quote.state === 'suspended' || quote.outcome.result) return 'marketSuspended'
      if (quote.incidents !== leg.incidents) return 'marketChanged'
      const odds = takenOdds(bet.policy, leg.odds, quote)
      if (odds === null) return 'oddsChanged'
      Object.assign(leg, { version: quote.version, odds })
    }
    return null
  }

  function decide(bet: Bet): void {
    bet.decideAt = null
    const reason = takeLegs(bet)
    if (reason !== null) return decline(bet, reason)
    bet.highestPayout = highestPayoutNow(bet)
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
    queue(bet, declineCall(bet, reason))
  }

  const declineCall = (bet: Bet, reason: string): WalletCall => ({
    call: 'decline',
    requestId: `${bet.id}:decline`,
    betId: bet.id,
    reason,
  })

  function end(bet: Bet, state: BetState, reason: string | null): void {
    bet.state = state
    bet.reason = reason
    bet.settledAt = realNow()
    save(bet)
  }

  /* Calls to the wallet. */

  function queue(bet: Bet, call: WalletCall): void {
    bet.outbox = [...bet.outbox, call]
    save(bet)
    outbox.pump(bet)
  }

  function conclude(bet: Bet, call: WalletCall, answer: { balance: number | null; refusal: string | null }): void {
    const { balance, refusal } = answer
    if (refusal === null) markChanged(bet, balance)
    if (call.call === 'edit') return edits.conclude(bet, refusal)
    if (call.call === 'decline') return end(bet, 'declined', bet.reason)
    if (refusal !== null) bet.reason = refusal
    else if (call.call === 'accept') bet.state = 'accepted'
    if (call.call === 'accept' && refusal !== null) bet.outbox = [...bet.outbox, declineCall(bet, refusal)]
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
      const wrong = { ...bet, legs: bet.legs.map((leg) => ({ ...leg, result: wrongResult(leg.result) })) }
      return settle(bet, wrong.legs, dueFor(bet, wrong) ?? 0)
    }
    if (faults.voids > 0) {
      faults.voids -= 1
      bet.voidAt = realNow() + correctionMs
    }
    settle(bet, bet.legs, payout)
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

  async function cashOut(session: PlayerSession, id: string, quoteId: string, part: number): Promise<Bet | Refusal> {
    const bet = journal.all.get(id)
    if (!bet || bet.playerId !== session.playerId) return { error: 'betNotFound' }
    if (edits.isEdited(bet)) return { error: 'editPending' }
    const quote = prices.quote(bet)
    if (!quote) return { error: bet.state === 'accepted' ? 'cashOutSuspended' : 'betNotOpen' }
    const shown = prices.priceShown(bet, quoteId)
    if (!shown) return { error: 'priceChanged', quote }
    const sold = soldPart(part, bet.openStake, shown.amount)
    if (!sold) return { error: 'stakeTooLow' }
    sell(bet, sold)
    await outbox.answered(bet)
    return bet
  }

  function sell(bet: Bet, sold: SoldPart): void {
    bet.openStake -= sold.stake
    bet.cashedOut += sold.amount
    bet.payout = bet.cashedOut
    bet.sequence += 1
    // The price was of the whole stake until now.
    bet.autoCashOut = null
    prices.forget(bet)
    if (bet.openStake === 0) {
      bet.state = 'cashedOut'
      bet.settledAt = realNow()
    }
    queue(bet, { call: 'cash-out', ...decisionOf(bet, 'cash-out'), openStake: bet.openStake })
  }

  function setAutoCashOut(session: PlayerSession, id: string, amount: number | null): Bet | Refusal {
    const bet = journal.all.get(id)
    if (!bet || bet.playerId !== session.playerId) return { error: 'betNotFound' }
    if (bet.state !== 'accepted') return { error: 'betNotOpen' }
    if (bet.freeBetId) return { error: 'freeBetNotCashedOut' }
    const lowest = (prices.quote(bet)?.amount ?? 0) + 1
    const highest = Math.floor(openCapOf(bet) * (1 - cashOutMargin))
    if (amount !== null && (amount < lowest || amount > highest)) return { error: 'amountOutOfRange', lowest, highest }
    bet.autoCashOut = amount
    return save(bet)
  }

  function sellAtAmount(bet: Bet): void {
    const quote = bet.autoCashOut ? prices.quote(bet) : null
    if (!quote || quote.amount < bet.autoCashOut!) return
    const shown = prices.priceShown(bet, quote.id)
    if (shown) sell(bet, { stake: bet.openStake, amount: shown.amount })
  }

  function wireLeg(stored: Leg): WireLeg {
    const { version: _version, incidents: _incidents, finalScore, ...leg } = stored
    if (finalScore !== undefined) return { ...leg, score: finalScore }
    const board = book.board(leg.eventId)
    const score = board && board.phase !== 'upcoming' ? board.score : null
    if (board && isOver(board)) stored.finalScore = score
    return { ...leg, score }
  }

  function wire(bet: Bet): WireBet {
    return {
      id: bet.id,
      kind: bet.kind,
      systemSizes: bet.systemSizes,
      legs: bet.legs.map(wireLeg),
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
      cashOut: prices.quote(bet),
      // Bets that an earlier version stored have none.
      autoCashOut: bet.autoCashOut ?? null,
      replaces: bet.purchase?.betId ?? null,
    }
  }

  /* After a restart, stakes that may have been taken are returned, and pending decisions are sent. */
  for (const bet of journal.all.values()) {
    if (bet.state === 'held' && !bet.isHeld && bet.outbox.length === 0) decline(bet, 'walletUnavailable')
    else if (bet.outbox.length > 0) outbox.pump(bet)
  }

  return {
    place,
    cashOut,
    edit: edits.edit,
    setAutoCashOut,
    limits,
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
      const undecided = edits.undecided()
      for (const bet of journal.all.values()) {
        if (bet.state === 'held' && bet.decideAt !== null && at >= bet.decideAt)
          if (bet.purchase) edits.decide(bet)
          else decide(bet)
        else if (undecided.has(bet.id)) continue
        else if (bet.state === 'accepted') {
          settleDecided(bet)
          if (bet.state === 'accepted') sellAtAmount(bet)
        } else if (bet.correctAt !== null && at >= bet.correctAt) correct(bet)
        else if (bet.voidAt !== null && at >= bet.voidAt) voidBet(bet, 'the match was played under wrong rules')
      }
      prices.dropOld()
    },
    flush: outbox.flush,
    drain() {
      const drained = new Map(changed)
      changed.clear()
      return drained
    },
    void(id, reason) {
      const bet = journal.all.get(id)
      if (!bet || edits.undecided().has(id) || !(bet.state === 'accepted' || bet.state === 'settled')) return false
      voidBet(bet, reason)
      return true
    },
    stop: outbox.stop,
  }
}

function wrongResult(result: LegResult | null): LegResult | null {
  return result === 'won' ? 'lost' : result === 'lost' ? 'won' : result
}
