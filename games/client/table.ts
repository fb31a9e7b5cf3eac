// The game at the table: takes the press, pays the stake, waits for the studio, shows the result, and recovers what was cut off.

import type { Fairness, PlayRequest, StudioRound } from '#games/studio-api.ts'
import { StudioFailure, type Studio } from './api.ts'
import { listen, tell } from './parent.ts'
import { newPlayId, playUntilSettled } from './round.ts'
import { failureWords } from './shell/notice.ts'
import type { Shell } from './shell/shell.ts'
import { wait } from './timing.ts'
import type { GameContext, GameView } from './view.ts'

export type Table = { isBusy(): boolean; fairness(): Fairness; lastRoundId(): string | null; setFairness(fairness: Fairness): void; press(): void; open(): void }

export function tableOf(context: GameContext, studio: Studio, shell: Shell, view: GameView, onDead: () => void): Table {
  const { session, words } = context
  const currency = session.currency.code
  let { balance, fairness, lastRound } = session
  let isBusy = false
  let isPaused = false
  let isOver = false

  function putBalance(amount: number) {
    balance = amount
    shell.writeBalance(amount)
    tell({ type: 'fairhouse:balance', balance: amount, currency })
  }
  function lock(busy: boolean) {
    isBusy = busy
    shell.stake.lock(busy)
    shell.play.toggleAttribute('data-busy', busy)
    shell.play.setAttribute('aria-disabled', String(busy || isPaused))
  }
  const onConnection = (state: 'lost' | 'back') => (state === 'lost' ? shell.notice.show(words('connectionLost')) : shell.notice.hide())

  function refuse(failure: StudioFailure, stake: number) {
    view.abandon()
    if (failure.failure === 'launchTokenInvalid') return end()
    const isShort = failure.failure === 'insufficientFunds'
    if (isShort) tell({ type: 'fairhouse:insufficient-funds', stake, balance, currency })
    shell.notice.show(failureWords(failure.failure, words), { label: words('understood'), run: () => dismiss() })
    if (!isShort) shell.say(words('nothingTaken'), 'warning')
  }
  function dismiss() {
    shell.notice.hide()
    shell.play.focus()
  }
  function end() {
    isOver = true
    tell({ type: 'fairhouse:session-ended' })
    onDead()
  }

  async function settle(request: PlayRequest, showsStake: boolean) {
    const before = balance
    lock(true)
    shell.notice.hide()
    if (showsStake) shell.writeBalance(before - request.stake)
    tell({ type: 'fairhouse:round-started', stake: request.stake, currency })
    view.begin()
    const started = performance.now()
    try {
      const reply = await playUntilSettled(studio, request, onConnection)
      fairness = reply.fairness
      lastRound = reply.round
      if (reply.round.outcome) await view.finish(reply.round.outcome, reply.round.stake)
      else {
        view.abandon()
        shell.say(words('roundCancelled'), 'warning')
      }
      putBalance(reply.balance)
      tell({ type: 'fairhouse:round-ended', roundId: reply.round.id, stake: reply.round.stake, payout: reply.round.payout, balance: reply.balance, currency })
    } catch (error) {
      putBalance(before)
      refuse(error instanceof StudioFailure ? error : new StudioFailure('internal'), request.stake)
    }
    await wait(started + session.game.cycleMs - performance.now())
    if (isOver) return
    lock(false)
    // Buttons that came and went with free spins take the focus with them.
    if (document.activeElement === document.body) shell.play.focus({ preventScroll: true })
  }

  function press() {
    if (isBusy || isPaused || isOver) return
    const stake = shell.stake.value()
    if (stake > balance) return refuse(new StudioFailure('insufficientFunds'), stake)
    shell.say('')
    void settle({ playId: newPlayId(), stake, choice: view.choice() }, true)
  }

  async function refresh() {
    if (isBusy || isOver) return
    const fresh = await studio.session().catch((error: unknown) => error)
    if (fresh instanceof StudioFailure) return fresh.failure === 'launchTokenInvalid' ? end() : undefined
    if (!isBusy && !(fresh instanceof Error)) putBalance((fresh as typeof session).balance)
  }

  listen((wish) => {
    if (wish === 'fairhouse:refresh') return void refresh()
    isPaused = wish === 'fairhouse:pause'
    shell.play.setAttribute('aria-disabled', String(isBusy || isPaused))
    if (isPaused) shell.say(words('paused'), 'warning')
    else if (!isBusy) shell.say('')
  })
  addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh()
  })

  /** An unfinished round comes first: it is asked for again under its own play id and shown to its end. */
  function resume(round: StudioRound) {
    shell.say(words('resumed'), 'warning')
    void settle({ playId: round.playId, stake: round.stake, choice: round.choice }, false)
  }

  return {
    isBusy: () => isBusy,
    fairness: () => fairness,
    lastRoundId: () => lastRound?.id ?? null,
    setFairness: (next) => (fairness = next),
    press,
    open() {
      shell.writeBalance(balance)
      lock(false)
      tell({ type: 'fairhouse:ready', slug: session.game.slug, mode: session.mode })
      tell({ type: 'fairhouse:balance', balance, currency })
      if (lastRound?.status === 'open') resume(lastRound)
      else if (lastRound?.outcome) view.rest(lastRound.outcome)
    },
  }
}
