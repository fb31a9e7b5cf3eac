// The view of Crash: the multiplier of a shared round rises until it crashes; the player has a bet in it, watches it, or
// waits for the next one.

import '#games/client/stepped/stepped.css'
import './crash.css'
import type { CrashChoice, CrashView } from '#contract/rounds.ts'
import type { EndedRound, SharedRoundEvents, SharedTable } from '#contract/shared-rounds.ts'
import { fieldOf } from '#games/client/dice/field.ts'
import { el, set, svg } from '#games/client/dom.ts'
import { announceEnd } from '#games/client/stepped/ending.ts'
import { choicesOf } from '#games/client/stepped/choices.ts'
import { prefersReducedMotion } from '#games/client/timing.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import { factor, wholePayout } from '#games/stepped.ts'
import type { CrashDefinition, StudioRound } from '#games/studio-api.ts'
import { reachedAfter } from '../maths.ts'
import { chainPanel } from './chain-panel.ts'
import { type Climb, tipOf, trailOf } from './curve.ts'
import { playersOf } from './players.ts'

const presets = [0, 150, 200, 500, 1_000]
const shownPoints = 12
/** Rounds continue while pages request them, and a page that receives nothing for a while requests the state. */
const requestEveryMs = 30_000
const silenceMs = 4_000
/** Multipliers that are announced to a player with a bet in the round. */
const milestones = [200, 500, 1_000, 5_000, 10_000, 100_000]

type OwnBet = { id: string; round: number; stake: number; cashOutAt: number | null }

export function view(context: GameContext, crash: CrashDefinition): GameView {
  const { words, amounts, session, pictures, sound } = context
  const shared = context.shared!
  const times = (hundredths: number) => `${amounts.fixed(hundredths / 100, 2)}×`
  let table: SharedTable | null = null
  let phase: SharedTable['phase'] = 'waiting'
  let number = 0
  /** Times on the clock of this page. */
  let startedAt = 0
  let closesAt = 0
  let lastMessageAt = performance.now()
  let cashOutAt: number | null = null
  let ownBet: OwnBet | null = null
  /** Where the player left the round that is still running. */
  let leftAt: number | null = null
  let isQueued = false
  let announced = 0
  /** The beacon's round that decides the round whose bets have closed. */
  let beaconRound: number | null = null
  let recent: EndedRound[] = []

  const path = svg('path', {})
  const trail = svg('svg', { class: 'trail', viewBox: '0 0 100 100', preserveAspectRatio: 'none' }, path)
  const flare = el('img', { class: 'flare', src: pictures.flare ?? '', alt: '' })
  const figure = el('output', { class: 'height', dir: 'auto', 'aria-live': 'off' })
  const caption = el('p', { class: 'caption', dir: 'auto', 'aria-live': 'off' })
  const countdown = el('div', { class: 'countdown' })
  const points = el('ol', { class: 'points', dir: 'ltr', 'aria-label': words('recentPoints') })
  const sky = el('div', { class: 'sky', dir: 'ltr' }, trail, flare, figure, caption, countdown, points)
  const players = playersOf(words, session.locale, times)
  const field = fieldOf(words('automatic'), (multiplier) => setCashOutAt(Math.round(multiplier * 100)), '×')
  field.element.querySelector('input')!.placeholder = '×'
  const choices = choicesOf(
    words('automatic'),
    presets.map((value) => ({ value, label: value === 0 ? words('off') : `${amounts.figure(value / 100)}×` })),
    setCashOutAt,
  )
  const autoCashOut = el(
    'div',
    { class: 'options leave' },
    el('span', { 'aria-hidden': 'true' }, words('automatic')),
    choices.element,
    field.element,
  )
  const element = el('div', { class: 'stepped crash' }, sky, el('div', { class: 'side' }, autoCashOut, players.element))

  /** 0 switches the automatic cash-out off. */
  function setCashOutAt(hundredths: number) {
    cashOutAt = hundredths === 0 ? null : Math.min(crash.highest, Math.max(crash.lowest, hundredths))
    choices.put(cashOutAt ?? 0)
    field.write(cashOutAt === null ? '' : amounts.typed(cashOutAt / 100))
  }
  function lock(isLocked: boolean) {
    choices.lock(isLocked)
    for (const input of field.element.querySelectorAll('input')) input.disabled = isLocked
  }
  const elapsed = () => Math.max(0, performance.now() - startedAt)
  const reached = () => (phase === 'running' ? reachedAfter(elapsed()) : 100)
  const hasBet = () => ownBet !== null && ownBet.round === number

  function setPhase(next: SharedTable['phase']) {
    const hasStarted = next === 'running' && phase !== 'running'
    phase = next
    if (hasStarted && hasBet()) context.showLine(words('started'))
    set(element, { 'data-phase': phase })
    context.refreshMain()
    draw()
  }
  function drawFlare(climb: Climb) {
    figure.textContent = times(Math.round(climb.multiplier * 100))
    if (prefersReducedMotion()) return
    const tip = tipOf(climb)
    flare.style.setProperty('inset-inline-start', `${tip.x}%`)
    flare.style.setProperty('inset-block-end', `${tip.y}%`)
    path.setAttribute('d', trailOf(climb, crash.growth))
  }
  function draw() {
    switch (phase) {
      case 'betting': {
        const left = Math.max(0, closesAt - performance.now())
        figure.textContent = words('betsClose', { seconds: Math.ceil(left / 1_000) })
        countdown.style.setProperty('--left', String(Math.min(1, left / crash.bettingMs)))
        caption.textContent = ''
        return
      }
      case 'drawing':
        figure.textContent = words('drawing')
        caption.textContent = beaconRound === null ? '' : words('drawingRound', { round: String(beaconRound) })
        return
      case 'running':
        drawFlare({ elapsedMs: elapsed(), multiplier: reached() / 100 })
        caption.textContent =
          leftAt !== null
            ? words('cashedOut', { multiplier: times(leftAt) })
            : hasBet() || isQueued
              ? ''
              : words('watching')
        // The button states the same multiplier as the sky.
        if (hasBet()) context.refreshMain()
        return
      case 'ended':
        caption.textContent =
          recent[0]?.isInterrupted && !recent[0].isCancelled ? words('interrupted') : words('nextSoon')
        return
      case 'waiting':
      case 'paused':
      case 'closed':
        figure.textContent = words(phase === 'waiting' ? 'nextSoon' : phase)
        caption.textContent = ''
    }
  }
  function drawPoints() {
    points.replaceChildren(
      ...recent
        .filter(({ isCancelled }) => !isCancelled)
        .slice(0, shownPoints)
        .map(({ point }) => el('li', { 'data-high': point >= 200 }, times(point))),
    )
  }

  // Every frame moves the number and the flare. The button's amount and the announcements change five times a second, so that
  // they can be read.
  let steppedAt = 0
  let wasShown = false
  function frame(now: number) {
    // The element is detached before the table is opened and after the session has ended.
    if (wasShown && !element.isConnected) return
    wasShown ||= element.isConnected
    const isSlow = prefersReducedMotion()
    if (!isSlow || now - steppedAt >= 200) draw()
    if (now - steppedAt >= 200) {
      steppedAt = now
      if (phase === 'running' && hasBet()) announceProgress()
      if (now - lastMessageAt > (['betting', 'drawing', 'running'].includes(phase) ? silenceMs : requestEveryMs))
        void requestTable()
    }
    requestAnimationFrame(frame)
  }
  function announceProgress() {
    const at = reached()
    const passed = milestones.findLast((step) => step <= at) ?? 0
    if (passed > announced) {
      announced = passed
      context.showLine(words('reached', { multiplier: amounts.figure(passed / 100) }))
    }
    // The server cashes out exactly at the target; the page reads the result.
    if (ownBet?.cashOutAt && at >= ownBet.cashOutAt) void context.catchUp()
  }

  async function requestTable() {
    lastMessageAt = performance.now()
    const next = await shared.table().catch(() => null)
    if (next) load(next)
  }
  function load(next: SharedTable) {
    table = next
    recent = next.recent
    if (next.number !== number) players.put([])
    number = next.number
    if (next.bets.length > 0) players.put(next.bets)
    if (next.elapsedMs !== null) startedAt = performance.now() - next.elapsedMs
    beaconRound = next.beaconRound
    if (next.msLeft !== null) closesAt = performance.now() + next.msLeft
    drawPoints()
    if (next.phase === 'ended' && next.ended && phase !== 'ended') finish(next.ended)
    setPhase(next.phase)
    if (ownBet && ownBet.round !== number) void context.catchUp()
    // Rounds run only while a page requests them, and this page has just done so.
    if (next.phase === 'waiting' || next.phase === 'closed') lastMessageAt = performance.now() - requestEveryMs + 1_000
    if (isQueued && phase === 'betting') pressQueued()
  }
  function pressQueued() {
    isQueued = false
    context.press()
  }
  function finish({ point, isCancelled }: EndedRound) {
    set(element, { 'data-cancelled': isCancelled })
    if (isCancelled) figure.textContent = words('cancelled')
    else if (prefersReducedMotion()) figure.textContent = times(point)
    else drawFlare({ elapsedMs: Math.log(point / 100) / crash.growth, multiplier: point / 100 })
    if (!hasBet()) return
    // The studio decides whether the bet was cashed out in time, so its result is requested.
    settleSoon()
  }
  function settleSoon() {
    void context.catchUp().then(() => {
      if (ownBet) setTimeout(settleSoon, 700)
    })
  }

  shared.follow((message) => {
    lastMessageAt = performance.now()
    switch (message.event) {
      case 'round.betting':
        number = message.payload.number
        closesAt = performance.now() + message.payload.msLeft
        announced = 0
        leftAt = null
        delete element.dataset.own
        set(element, { 'data-cancelled': false })
        players.put([])
        setPhase('betting')
        if (isQueued) pressQueued()
        return
      case 'round.closed':
        if (message.payload.number !== number) return void requestTable()
        beaconRound = message.payload.beaconRound
        return setPhase('drawing')
      case 'round.started':
        if (message.payload.number !== number) return void requestTable()
        startedAt = performance.now()
        return setPhase('running')
      case 'round.tick':
        return tick(message.payload)
      case 'round.ended':
        if (message.payload.number !== number) return void requestTable()
        recent = [message.payload, ...recent].slice(0, 20)
        if (table) table = { ...table, recent }
        drawPoints()
        setPhase('ended')
        finish(message.payload)
        // After several cancelled rounds the game pauses.
        if (message.payload.isCancelled) void requestTable()
        return
    }
  })
  function tick(payload: SharedRoundEvents['round.tick']) {
    if (payload.number !== number || phase !== payload.phase) return void requestTable()
    if (payload.bets.length > 0) players.put(payload.bets)
    for (const { id, at } of payload.cashOuts) players.cashOut(id, at)
    const now = performance.now()
    // Messages arrive late by varying delays, so the earliest computed start is the most accurate.
    if (payload.phase === 'running') startedAt = Math.min(startedAt, now - payload.ms)
    if (payload.phase === 'betting') closesAt = Math.min(closesAt, now + payload.ms)
  }

  setCashOutAt(0)
  set(element, { 'data-phase': phase })
  requestAnimationFrame(frame)
  setInterval(() => void requestTable(), requestEveryMs)
  void requestTable()

  async function show(round: StudioRound) {
    const state = round.progress!.view as CrashView
    setCashOutAt(state.cashOutAt ?? 0)
    if (round.status === 'playing') {
      ownBet = { id: round.id, round: state.round, stake: round.stake, cashOutAt: state.cashOutAt }
      players.markOwn(round.id)
      lock(true)
      context.showLine(phase === 'betting' || phase === 'drawing' ? words('inNextRound') : words('inRound'))
      return
    }
    ownBet = null
    lock(false)
    if (state.round === number) leftAt = state.cashedOutAt
    if (state.round === number) set(element, { 'data-own': state.cashedOutAt === null ? 'lost' : 'out' })
    announceEnd(context, round, words('lost', { multiplier: times(state.crashedAt ?? 100) }))
  }

  return {
    element,
    choice: (): CrashChoice => ({ round: Math.max(1, number), cashOutAt }),
    setStake: () => undefined,
    begin() {
      sound.start()
      lock(true)
    },
    finish: async () => undefined,
    abandon() {
      if (ownBet && recent[0]?.isInterrupted)
        context.showLine(words(recent[0].isCancelled ? 'cancelled' : 'interrupted'), 'warning')
      ownBet = null
      lock(false)
    },
    rest(outcome) {
      if ('acts' in outcome) setCashOutAt((outcome.view as CrashView).cashOutAt ?? 0)
    },
    missing() {
      if (phase === 'betting' && closesAt > performance.now()) return null
      return words(phase === 'closed' || phase === 'paused' ? phase : 'watching')
    },
    fairness: () =>
      chainPanel(words, times, () => ({ recent, chain: table?.chain ?? null, beacon: table?.beacon ?? null })),
    steps: {
      show,
      queue() {
        if (phase === 'closed' || (phase === 'betting' && closesAt > performance.now())) return false
        isQueued = !isQueued
        context.refreshMain()
        context.showLine(words(isQueued ? 'queued' : 'unqueued'))
        return true
      },
      idle: () => (phase === 'betting' || phase === 'closed' ? null : words(isQueued ? 'cancelBet' : 'betNext')),
      main() {
        const at = reached()
        if (phase !== 'running' || !ownBet || !hasBet() || at < crash.lowest)
          return { label: words('betPlaced'), act: null }
        const worth = wholePayout(ownBet.stake, factor(BigInt(at), 100n))
        return { label: words('cashOut', { amount: amounts.written(worth) }), act: { type: 'cashOut' } }
      },
    },
  }
}
