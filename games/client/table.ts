// Runs rounds: takes the stake, waits for the studio, shows the result, and recovers interrupted rounds.

import type { Fairness, PlayRequest, StudioRound, StudioSession } from '#games/studio-api.ts'
import { StudioFailure, type Studio } from './api.ts'
import { listen, tell } from './parent.ts'
import { newPlayId, playUntilSettled } from './round.ts'
import { failureWords } from './shell/notice.ts'
import type { Shell } from './shell/shell.ts'
import { wait } from './timing.ts'
import type { GameView } from './view.ts'
import type { Words } from './words.ts'

export type Table = {
  session: StudioSession
  words: Words
  studio: Studio
  shell: Shell
  view: GameView
  /** The session has ended: no further play. */
  onDead: () => void
  balance: number
  fairness: Fairness
  lastRound: StudioRound | null
  isBusy: boolean
  isPaused: boolean
  isOver: boolean
}

function putBalance(table: Table, amount: number) {
  table.balance = amount
  table.shell.writeBalance(amount)
  tell({ type: 'fairhouse:balance', balance: amount, currency: table.session.currency.code })
}

function lock(table: Table, isBusy: boolean) {
  const { shell } = table
  table.isBusy = isBusy
  shell.stake.lock(isBusy)
  shell.play.toggleAttribute('data-busy', isBusy)
  shell.play.setAttribute('aria-disabled', String(isBusy || table.isPaused))
}

function end(table: Table) {
  table.isOver = true
  table.onDead()
}

function refuse(table: Table, { failure }: StudioFailure, stake: number) {
  const { shell, words, view, balance, session } = table
  view.abandon()
  if (failure === 'launchTokenInvalid') return end(table)
  const isShort = failure === 'insufficientFunds'
  if (isShort) tell({ type: 'fairhouse:insufficient-funds', stake, balance, currency: session.currency.code })
  else shell.say(words('nothingTaken'), 'warning')
  const dismiss = () => {
    shell.notice.hide()
    shell.play.focus()
  }
  shell.notice.show(failureWords(failure, words), { label: words('understood'), run: dismiss })
}

async function playRound(table: Table, request: PlayRequest) {
  const { shell, words, view, studio, session } = table
  const reply = await playUntilSettled(studio, request, (state) =>
    state === 'lost' ? shell.notice.show(words('connectionLost')) : shell.notice.hide(),
  )
  const { round } = reply
  table.fairness = reply.fairness
  table.lastRound = round
  if (round.outcome) await view.finish(round.outcome, round.stake)
  else {
    view.abandon()
    shell.say(words('roundCancelled'), 'warning')
  }
  putBalance(table, reply.balance)
  tell({
    type: 'fairhouse:round-ended',
    roundId: round.id,
    stake: round.stake,
    payout: round.payout,
    balance: reply.balance,
    currency: session.currency.code,
  })
}

/** `staked` is deducted from the displayed balance; a resumed round was paid for earlier. */
async function settle(table: Table, request: PlayRequest, staked: number) {
  const { shell, view, session, balance } = table
  const started = performance.now()
  lock(table, true)
  shell.notice.hide()
  shell.writeBalance(balance - staked)
  tell({ type: 'fairhouse:round-started', stake: request.stake, currency: session.currency.code })
  // The surrounding page shows the same balance as the game during a round.
  tell({ type: 'fairhouse:balance', balance: balance - staked, currency: session.currency.code })
  view.begin()
  try {
    await playRound(table, request)
  } catch (error) {
    putBalance(table, balance)
    refuse(table, error instanceof StudioFailure ? error : new StudioFailure('internal'), request.stake)
  }
  await wait(started + session.game.cycleMs - performance.now())
  if (table.isOver) return
  lock(table, false)
  // Restores the focus to buttons that were hidden during free spins.
  if (document.activeElement === document.body) shell.play.focus({ preventScroll: true })
}

export function press(table: Table) {
  if (table.isBusy || table.isPaused || table.isOver) return
  const stake = table.shell.stake.value()
  if (stake > table.balance) return refuse(table, new StudioFailure('insufficientFunds'), stake)
  table.shell.say('')
  void settle(table, { playId: newPlayId(), stake, choice: table.view.choice() }, stake)
}

/** Reads the balance again: it may have changed elsewhere while nothing was played here. */
async function refresh(table: Table) {
  if (table.isBusy || table.isOver) return
  try {
    const { balance } = await table.studio.session()
    if (!table.isBusy) putBalance(table, balance)
  } catch (error) {
    if (error instanceof StudioFailure && error.failure === 'launchTokenInvalid') end(table)
  }
}

/** Shows the current state and listens to the page. An unfinished round comes first, under its own play id. */
export function openTable(table: Table) {
  const { session, shell, words, view, lastRound } = table
  listen((wish) => {
    if (wish === 'fairhouse:refresh') return void refresh(table)
    table.isPaused = wish === 'fairhouse:pause'
    shell.play.setAttribute('aria-disabled', String(table.isBusy || table.isPaused))
    if (table.isPaused) shell.say(words('paused'), 'warning')
    else if (!table.isBusy) shell.say('')
  })
  addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh(table)
  })
  lock(table, false)
  tell({ type: 'fairhouse:ready', slug: session.game.slug, mode: session.mode })
  putBalance(table, table.balance)
  if (lastRound?.status === 'open') {
    shell.say(words('resumed'), 'warning')
    void settle(table, { playId: lastRound.playId, stake: lastRound.stake, choice: lastRound.choice }, 0)
  } else if (lastRound?.outcome) view.rest(lastRound.outcome)
}
