// Runs one game: reacts to the play button, requests the round, shows its result and resumes interrupted rounds.

import { type ControlGuard, guardMs } from '#contract/control-guard.ts'
import type { Act } from '#contract/rounds.ts'
import type { Fairness, PlayReply, PlayRequest, StudioRound, StudioSession } from '#games/studio-api.ts'
import type { Amounts } from './amounts.ts'
import { StudioFailure, type Studio } from './api.ts'
import { listen, report, reportStart } from './parent.ts'
import { newUuid } from '#contract/new-uuid.ts'
import { actUntilKnown, playUntilSettled } from './round.ts'
import { failureWords } from './shell/notice.ts'
import type { Shell } from './shell/shell.ts'
import { type Pace, wait } from './timing.ts'
import type { GameView } from './view.ts'
import { amountOf, resultName } from './results.ts'
import type { Words } from './words.ts'

export type Table = {
  session: StudioSession
  words: Words
  amounts: Amounts
  studio: Studio
  shell: Shell
  view: GameView
  pace: Pace
  /** Disables the buttons for a moment when they get another function. */
  guard: ControlGuard
  /** The session is over: nothing can be played any more. */
  onDead: () => void
  balance: number
  fairness: Fairness
  lastRound: StudioRound | null
  /** A round of several steps that continues. */
  playing: StudioRound | null
  isBusy: boolean
  /** The outcome is known and being shown. */
  isShowing: boolean
  isPaused: boolean
  isOver: boolean
  /** What was chosen before the page was reloaded, until it is restored. */
  keptChoice: { name: string; kept: string } | null
  /** The earliest time at which the studio accepts the next play, on the clock of `performance.now`. */
  nextPlayAt: number
}

function putBalance(table: Table, amount: number) {
  table.balance = amount
  table.shell.writeBalance(amount)
}

function lock(table: Table, isBusy: boolean) {
  const { shell, guard } = table
  const { steps } = table.view
  table.isBusy = isBusy
  const main = table.playing ? steps?.main() : null
  shell.stake.lock(isBusy || table.playing !== null)
  const queued = main ? null : steps?.idle?.()
  // While a result is being shown, the button keeps its label: the next one would reveal the result.
  if (!table.isShowing) {
    if (main) shell.writePlay(main.label, 'act', main.act?.type)
    else if (queued) shell.writePlay(queued, 'queue')
    else shell.writePlay(null)
    guard.note(main ? `round ${steps?.uses?.() ?? ''}` : (queued ?? 'play'))
  }
  const leftMs = guard.leftMs()
  const isLocked = isBusy || table.isShowing || table.isPaused || leftMs > 0
  steps?.lock?.(isLocked)
  shell.play.toggleAttribute('data-busy', isBusy && !main)
  shell.play.setAttribute('aria-disabled', String(isLocked || main?.act === null))
  clearTimeout(unlocking.get(table))
  if (leftMs > 0)
    unlocking.set(
      table,
      setTimeout(() => table.isOver || lock(table, table.isBusy), leftMs),
    )
}

/** The timer that enables the buttons of a table again. */
const unlocking = new WeakMap<Table, ReturnType<typeof setTimeout>>()

/** True if the press comes so soon after the buttons got another function that it may have been meant for the old one. */
function isTooSoon(table: Table): boolean {
  const isRefused = table.guard.refuses()
  if (isRefused) lock(table, table.isBusy)
  return isRefused
}

function end(table: Table) {
  table.isOver = true
  table.onDead()
}

function refuse(table: Table, { failure }: StudioFailure, stake: number) {
  const { shell, words, view, session } = table
  view.abandon()
  if (failure === 'launchTokenInvalid') return end(table)
  // The page around the game shows this itself, with a link to the deposit.
  if (failure === 'insufficientFunds' && session.mode === 'real' && shell.isFramed)
    return report({ type: 'insufficient-funds', needed: stake, currency: session.currency.code })
  // The bet of another tab continues here.
  if (failure === 'actConflict') return void resumeElsewhere(table)
  if (failure === 'betsClosed') return shell.showLine(words('betsClosed'), 'warning')
  if (failure === 'freeSpinsEnded') {
    shell.showLine(words('freeSpinsEnded'), 'warning')
    return report({ type: 'free-spins-ended' })
  }
  if (failure !== 'insufficientFunds') shell.showLine(words('nothingTaken'), 'warning')
  if (failure === 'mathsReplaced')
    return shell.notice.show(failureWords(failure, words), { label: words('update'), run: () => location.reload() })
  const dismiss = () => {
    shell.notice.hide()
    shell.play.focus()
  }
  shell.notice.show(failureWords(failure, words), { label: words('understood'), run: dismiss })
}

async function playRound(table: Table, request: PlayRequest) {
  const { shell, words, view, studio, session, pace } = table
  // The studio measures the pace from the opening of the last round, which precedes its reply; an earlier play may be
  // refused.
  await wait(table.nextPlayAt - performance.now())
  const reply = await playUntilSettled(studio, request, (state) =>
    state === 'lost' ? shell.notice.show(words('connectionLost')) : shell.notice.hide(),
  )
  table.nextPlayAt = performance.now() + session.game.cycleMs
  const { round } = reply
  table.fairness = reply.fairness
  table.lastRound = round
  if (view.steps && round.progress) return showStep(table, reply)
  pace.begin()
  table.isShowing = true
  if (round.outcome)
    await view.finish(round.outcome, round.stake, () =>
      report({ type: 'round-step', playId: request.playId, inPlay: round.stake }),
    )
  else {
    view.abandon()
    shell.showLine(words('roundCancelled'), 'warning')
  }
  table.isShowing = false
  putBalance(table, reply.balance)
  if (round.status !== 'cancelled') reveal(table, round)
  report({
    type: 'round-ended',
    playId: request.playId,
    roundId: round.id,
    balance: reply.balance,
    net: round.status === 'cancelled' ? 0 : round.payout - (session.freeSpins ? 0 : round.stake),
    currency: session.currency.code,
  })
}

/** The state of a multi-step round: it continues or has ended. */
async function showStep(table: Table, { round, balance, fairness }: PlayReply) {
  const { view, session, pace } = table
  table.fairness = fairness
  table.lastRound = round
  table.playing = round.status === 'playing' ? round : null
  if (table.playing) report({ type: 'round-step', playId: round.playId, inPlay: round.stake + round.extraStake })
  pace.begin()
  table.isShowing = true
  try {
    await view.steps!.show(round)
  } finally {
    table.isShowing = false
  }
  putBalance(table, balance)
  if (table.playing) return
  reveal(table, round)
  const staked = (session.freeSpins ? 0 : round.stake) + round.extraStake
  report({
    type: 'round-ended',
    playId: round.playId,
    roundId: round.id,
    balance,
    net: round.payout - staked,
    currency: session.currency.code,
  })
}

/** Celebrates and lists a round whose result the view has just shown. */
function reveal({ shell }: Table, round: StudioRound) {
  shell.celebration.show({ payout: round.payout, staked: round.stake + round.extraStake })
  shell.past.add(round)
}

const settlingMs = 300

/** Shows the current state of a round that continued elsewhere, such as in another tab. */
async function catchUp(table: Table): Promise<void> {
  const { balance, fairness, lastRound } = await table.studio.session()
  if (lastRound?.id === table.playing?.id && lastRound?.status === 'open') {
    // It has been decided, and its payout is pending.
    await wait(settlingMs)
    return catchUp(table)
  }
  if (lastRound?.id === table.playing?.id && lastRound?.progress)
    return showStep(table, { round: lastRound, balance, fairness })
  table.playing = null
  table.view.abandon()
}

async function resumeElsewhere(table: Table) {
  const { balance, fairness, lastRound } = await table.studio.session()
  table.balance = balance
  table.fairness = fairness
  if (lastRound?.status === 'playing') await resume(table, lastRound)
}

/** Updates a shared round, which can end without an act of the player. A request of the player takes precedence. */
export async function catchUpShared(table: Table) {
  const waiting = table.playing
  if (!waiting || table.isBusy || table.isOver) return
  const { balance, fairness, lastRound } = await table.studio.session()
  // Open: it has been decided, and its payout is pending.
  const isUnknown = lastRound?.status === 'playing' || lastRound?.status === 'open'
  if (table.playing !== waiting || table.isBusy || isUnknown) return
  if (lastRound?.id === waiting.id) {
    await showStep(table, { round: lastRound, balance, fairness })
  } else {
    // The round was cancelled and its stake returned.
    table.playing = null
    putBalance(table, balance)
    const currency = table.session.currency.code
    report({ type: 'round-ended', playId: waiting.playId, roundId: waiting.id, balance, net: 0, currency })
    table.view.abandon()
  }
  lock(table, false)
}

/** Called when the function of the button has changed without a press. */
export const refreshMain = (table: Table) => lock(table, table.isBusy)

const elsewhere = new Set(['actConflict', 'actInvalid', 'roundEnded', 'roundNotFound'])

/** Handles a refused act, which took no stake: the round continues unchanged. */
async function refuseAct(table: Table, { failure }: StudioFailure) {
  const { shell, words } = table
  if (failure === 'launchTokenInvalid') return end(table)
  if (elsewhere.has(failure)) {
    shell.showLine(words('roundMovedOn'), 'warning')
    return catchUp(table)
  }
  shell.showLine(words('roundGoesOn'), 'warning')
  const dismiss = () => {
    shell.notice.hide()
    shell.play.focus()
  }
  const why = failure === 'insufficientFunds' ? words('errorFurtherStake') : failureWords(failure, words)
  shell.notice.show(`${why} ${words('roundContinues')}`, { label: words('understood'), run: dismiss })
}

/** A choice inside the round that is being played. */
export async function act(table: Table, chosen: Act) {
  const { playing, shell, studio, words } = table
  if (table.isShowing) return table.pace.skip()
  if (!playing?.progress || table.isBusy || table.isPaused || table.isOver || isTooSoon(table)) return
  const { activeElement: pressed } = document
  lock(table, true)
  shell.notice.hide()
  const request = { roundId: playing.id, actId: newUuid(), after: playing.progress.acts, act: chosen }
  try {
    // The page may have stopped waiting for the end of the round while the player was thinking.
    const { code: currency } = table.session.currency
    const noted = reportStart({ playId: playing.playId, stake: 0, currency, at: Date.now() })
    // A cash-out of a shared round is decided by the moment in which it arrives.
    if (!table.view.steps?.queue) await noted
    const reply = await actUntilKnown(studio, request, (state) =>
      state === 'lost' ? shell.notice.show(words('connectionLost')) : shell.notice.hide(),
    )
    await showStep(table, reply)
  } catch (error) {
    table.isShowing = false
    const failed = error instanceof StudioFailure ? error : new StudioFailure('internal')
    await refuseAct(table, failed).catch(() => shell.notice.show(words('connectionLost')))
  }
  if (table.isOver) return
  lock(table, false)
  restoreFocus(shell, pressed)
}

/** Restores the focus of a button that was disabled for a while; if it still is, the play button gets the focus. */
function restoreFocus({ play }: Shell, pressed: Element | null = null) {
  if (document.activeElement !== document.body) return
  const isUsable = pressed instanceof HTMLElement && pressed.matches(':enabled') && pressed.checkVisibility()
  ;(isUsable ? pressed : play).focus({ preventScroll: true })
}

/**
 * `staked` is what the press takes from the balance on show; a resumed round was paid for before, a free spin is not
 * paid.
 */
async function settle(table: Table, request: PlayRequest, staked: number) {
  const { shell, view, session, balance } = table
  const currency = session.currency.code
  const started = performance.now()
  lock(table, true)
  shell.notice.hide()
  shell.celebration.end()
  shell.writeBalance(balance - staked)
  const noted = reportStart({ playId: request.playId, stake: staked, currency, at: Date.now() })
  view.begin()
  try {
    await noted
    await playRound(table, request)
  } catch (error) {
    table.isShowing = false
    putBalance(table, balance)
    report({ type: 'round-ended', playId: request.playId, balance, net: 0, currency })
    refuse(table, error instanceof StudioFailure ? error : new StudioFailure('internal'), request.stake)
  }
  // A round that begins before the studio takes it waits there (playRound); a second tap begins none.
  if (!table.playing) await wait(started + guardMs - performance.now())
  if (table.isOver) return
  lock(table, false)
  restoreFocus(shell)
}

/** Starts the next round, or skips the display of the last result. */
export function press(table: Table) {
  if (table.isShowing) return table.pace.skip()
  if (table.playing) {
    const main = table.view.steps?.main()
    if (main?.act) void act(table, main.act)
    return
  }
  if (table.isBusy || table.isPaused || table.isOver || isTooSoon(table)) return
  if (table.view.steps?.queue?.()) return
  const missing = table.view.missing?.()
  if (missing) return table.shell.showLine(missing, 'warning')
  const stake = table.view.total?.() ?? table.shell.stake.value()
  const staked = table.session.freeSpins ? 0 : stake
  if (staked > table.balance) return refuse(table, new StudioFailure('insufficientFunds'), stake)
  table.shell.showLine('')
  table.shell.stake.played(stake)
  const { mathsVersion } = table.session.game
  void settle(table, { playId: newUuid(), stake, choice: table.view.choice(), mathsVersion }, staked)
}

/** Reads the balance again, because it may have changed elsewhere while nothing was played here. */
async function refresh(table: Table) {
  if (table.isBusy || table.playing || table.isOver) return
  try {
    const { balance } = await table.studio.session()
    if (table.isBusy) return
    putBalance(table, balance)
    report({ type: 'balance', balance, currency: table.session.currency.code })
  } catch (error) {
    if (error instanceof StudioFailure && error.failure === 'launchTokenInvalid') end(table)
  }
}

function pause(table: Table, isPaused: boolean) {
  const { shell, words } = table
  if (table.isPaused === isPaused) return
  table.isPaused = isPaused
  lock(table, table.isBusy)
  if (isPaused) shell.showLine(words('paused'), 'warning')
  else if (!table.isBusy) shell.showLine('')
}

/** The round to which the choices in the view belong. */
const choiceName = ({ playing }: Table) => playing?.id ?? 'next'

/** Reports what the player has chosen, so that a reload of the page does not lose it. */
function keepChoice(table: Table) {
  const kept = table.view.kept?.read() ?? null
  if (kept !== null && !table.isShowing) report({ type: 'choice-kept', name: choiceName(table), kept })
}

function restoreChoice(table: Table) {
  const { keptChoice, view, session } = table
  if (!keptChoice || table.isBusy || keptChoice.name !== choiceName(table) || session.freeSpins) return
  table.keptChoice = null
  view.kept?.restore(keptChoice.kept)
}

function follow(table: Table) {
  const { shell, pace } = table
  listen((message) => {
    switch (message.type) {
      case 'pause':
      case 'resume':
        return pause(table, message.type === 'pause')
      case 'refresh-balance':
        return void refresh(table)
      case 'skip-animation':
        return table.isShowing ? pace.skip() : undefined
      case 'preferred-stake':
        return table.isBusy || table.playing ? undefined : shell.stake.put(message.stake)
      case 'kept-choice':
        table.keptChoice = message
        return restoreChoice(table)
      case 'stake-limit':
        table.view.limit?.(message.limit)
        return shell.stake.limit(message.limit)
      case 'sound':
        return shell.setSound(message.isOn)
      case 'quick-results':
        return shell.setQuick(message.isOn)
      // A view of shared rounds and a round that begins listen for themselves.
      case 'round-event':
      case 'round-noted':
        return
      case 'theme':
        return void (document.documentElement.dataset.theme = message.theme)
    }
  })
  addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh(table)
  })
}

/** Shows the current state and listens to the page. An unfinished round comes first, under its own play id. */
export function openTable(table: Table) {
  const { session, shell, words, view, lastRound } = table
  follow(table)
  // On the window, after the view and its keys have reacted.
  for (const event of ['click', 'keyup']) addEventListener(event, () => keepChoice(table))
  for (const round of session.recentRounds.toReversed()) shell.past.add(round)
  lock(table, false)
  putBalance(table, table.balance)
  report({ type: 'ready', balance: table.balance, currency: session.currency.code, stake: shell.stake.value() })
  if (lastRound?.status === 'open') {
    shell.showLine(words('resumed'), 'warning')
    void settle(table, { playId: lastRound.playId, stake: lastRound.stake, choice: lastRound.choice }, 0)
  } else if (lastRound?.status === 'playing') void resume(table, lastRound)
  else if (lastRound?.outcome) {
    view.rest(lastRound.outcome)
    tellLastRound(table, lastRound)
  }
}

/** A page that was reloaded during a round has not shown its result. */
function tellLastRound({ words, shell, amounts, session }: Table, { payout, stake, extraStake }: StudioRound) {
  const result = { payout, staked: stake + extraStake }
  const text = words(resultName(result), { amount: amountOf({ words, amounts, session }, result) })
  shell.showLine(words('lastRound', { result: text }))
}

async function resume(table: Table, round: StudioRound) {
  const { balance, fairness, session, shell, words } = table
  // The stake was taken when the round began, so the balance no longer includes it.
  report({ type: 'round-started', playId: round.playId, stake: 0, currency: session.currency.code })
  lock(table, true)
  await showStep(table, { round, balance, fairness })
  shell.showLine(words('resumed'), 'warning')
  lock(table, false)
  restoreChoice(table)
}
