/**
 * Edits of open bets: the cash-out price of a bet buys another one, both in one call to the wallet. With a match in play
 * the edit waits like a bet; meanwhile the earlier bet is open, and whatever ends it first declines the edit.
 */
import { createHash } from 'node:crypto'
import type { EditRequest, PlayerSession, Refusal } from '../wire.ts'
import type { Words } from '../words.ts'
import { type Bet, draftBet, highestPayoutNow, placeCall } from './bet.ts'
import type { CashOutPrices } from './cash-out.ts'
import type { SlipChecks } from './check-slip.ts'
import type { WalletCall } from './wallet.ts'

export type Edits = {
  edit(session: PlayerSession, client: Client, id: string, request: EditRequest): Promise<Bet | Refusal>
  /** Sends a waiting edit to the wallet, or declines it. */
  decide(edited: Bet): void
  /** Ends the earlier bet once the wallet has answered; a refusal is passed by name. */
  conclude(edited: Bet, refusal: string | null): void
  /** Whether an edit of the bet waits or is being decided. */
  isEdited(bet: Bet): boolean
  /** The bets whose edits the wallet is deciding: nothing else decides them until it has answered. */
  undecided(): Set<string>
}
type Client = { token: string; words: Words }

type Parts = {
  all: Map<string, Bet>
  prices: CashOutPrices
  check: SlipChecks['check']
  now: () => number
  liveDelayMs: number
  save(bet: Bet): Bet
  queue(bet: Bet, call: WalletCall): void
  end(bet: Bet, state: 'declined', reason: string): void
  /** Takes the selections at their odds of now; otherwise the reason why not. */
  takeLegs(bet: Bet): string | null
  /** Whether a selection that is not decided is of a match in play. */
  isInPlay(bet: Bet): boolean
  answered(bet: Bet): Promise<void>
}

export function createEdits({ all, prices, check, now, liveDelayMs, ...parts }: Parts): Edits {
  const { save, queue, end, takeLegs, isInPlay, answered } = parts
  const isEdited = ({ id }: Bet) =>
    [...all.values()].some(({ state, purchase }) => state === 'held' && purchase?.betId === id)

  async function edit(session: PlayerSession, { token, words }: Client, id: string, request: EditRequest) {
    const requestHash = createHash('sha256')
      .update(JSON.stringify({ id, ...request }))
      .digest('hex')
    for (const known of all.values())
      if (known.playerId === session.playerId && known.requestId === request.requestId)
        return known.requestHash === requestHash ? known : { error: 'requestConflict' }
    const bet = all.get(id)
    if (!bet || bet.playerId !== session.playerId || bet.currency !== session.currency) return { error: 'betNotFound' }
    if (bet.freeBetId) return { error: 'freeBetNotCashedOut' }
    if (isEdited(bet)) return { error: 'editPending' }
    const quote = prices.quote(bet)
    if (!quote) return { error: bet.state === 'accepted' ? 'cashOutSuspended' : 'betNotOpen' }
    const shown = prices.priceShown(bet, request.quoteId)
    if (!shown) return { error: 'priceChanged', quote }
    if (isSame(bet, request)) return { error: 'editUnchanged' }
    const checked = check(session, request, id)
    if ('error' in checked) return checked
    const { quotes } = checked
    const edited = draftBet({ session, request, requestHash, quotes, placedAt: now() })
    const { amount, incidents } = shown
    const call = placeCall(edited, token, words)
    edited.purchase = { betId: id, openStake: bet.openStake, amount, incidents, call }
    edited.isHeld = true
    const isLive = edited.legs.some((leg) => leg.isLive) || isInPlay(bet)
    edited.decideAt = isLive ? now() + liveDelayMs : now()
    save(edited)
    if (isLive) return edited
    decide(edited)
    await answered(edited)
    // The type of the state was narrowed before the wallet's answer.
    const state = edited.state
    return state === 'declined' ? { error: edited.reason ?? 'notTaken' } : edited
  }

  function decide(edited: Bet): void {
    edited.decideAt = null
    const { betId, openStake, amount, incidents, call } = edited.purchase!
    const bet = all.get(betId)!
    if (bet.state !== 'accepted' || bet.openStake !== openStake) return decline(edited, 'betNotOpen')
    const reason = takeLegs(edited) ?? (prices.isHonoured(bet, { amount, incidents }) ? null : 'priceChanged')
    if (reason !== null) return decline(edited, reason)
    edited.highestPayout = highestPayoutNow(edited)
    const selections = call.selections as Array<Record<string, unknown>>
    queue(edited, {
      ...call,
      call: 'edit',
      requestId: `${edited.id}:edit`,
      selections: selections.map((selection, index) => {
        const { odds, version: marketVersion } = edited.legs[index]!
        return { ...selection, odds, marketVersion }
      }),
      maximumPayout: edited.highestPayout,
      replaces: { betId, sequence: bet.sequence + 1, payout: bet.cashedOut + amount },
    })
  }

  /** The player may have left the sportsbook's pages meanwhile, so the site is told too. */
  function decline(edited: Bet, reason: string): void {
    end(edited, 'declined', reason)
    queue(edited, {
      call: 'decline',
      requestId: `${edited.id}:decline`,
      betId: edited.id,
      reason,
      replaces: edited.purchase!.betId,
    })
  }

  function conclude(edited: Bet, refusal: string | null): void {
    const { betId, amount } = edited.purchase!
    const bet = all.get(betId)!
    if (refusal === null)
      Object.assign(bet, {
        state: 'cashedOut',
        openStake: 0,
        cashedOut: bet.cashedOut + amount,
        payout: bet.cashedOut + amount,
        sequence: bet.sequence + 1,
        autoCashOut: null,
        settledAt: now(),
      })
    prices.forget(bet)
    save(bet)
    if (refusal !== null) return decline(edited, refusal)
    edited.state = 'accepted'
    save(edited)
  }

  function undecided(): Set<string> {
    const ids = new Set<string>()
    for (const { state, purchase, outbox } of all.values())
      if (purchase && state === 'held' && outbox.length > 0) ids.add(purchase.betId)
    return ids
  }

  return { edit, decide, conclude, isEdited, undecided }
}

/** The same selections and stake would only cost the margin. */
function isSame({ legs, kind, systemSizes, openStake }: Bet, request: EditRequest): boolean {
  const keys = (picks: Array<{ eventId: string; market: string; outcome: string }>) =>
    picks
      .map(({ eventId, market, outcome }) => `${eventId}/${market}/${outcome}`)
      .toSorted()
      .join()
  const isSameKind = kind === request.kind && systemSizes.join() === request.systemSizes.join()
  return isSameKind && openStake === request.stake && keys(legs) === keys(request.picks)
}
