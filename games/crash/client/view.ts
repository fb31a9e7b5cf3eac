// Crash on screen: the multiplier of a shared round rises until it crashes; the player has a bet in it, watches it, or
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
import { tipOf, trailOf } from './curve.ts'
import { playersOf } from './players.ts'

const presets = [0, 150, 200, 500, 1_000]
const shownPoints = 12
/** Rounds continue while pages request them, and a page that receives nothing for a while requests the state. */
const askEveryMs = 30_000
const silenceMs = 4_000
/** Multipliers that are announced to a player who is in the round. */
const milestones = [200, 500, 1_000, 5_000, 10_000, 100_000]

type Own = { id: string; round: number; stake: number; cashOutAt: number | null }

export function view(context: GameContext, crash: CrashDefinition): GameView {
  const { words, amounts, session, pictures, sound } = context
  const shared = context.shared!
  const times = (hundredths: number) => `${amounts.fixed(hundredths / 100, 2)}×`
  let table: SharedTable | null = null
  let phase: SharedTable['phase'] = 'waiting'
  let number = 0
  /** On the clock of this page. */
  let startedAt = 0
  let closesAt = 0
  let heardAt = performance.now()
  let cashOutAt: number | null = null
  let own: Own | null = null
  let isQueued = false
  let announced = 0
  let recent: EndedRound[] = []

  const path = svg('path', {})
  const trail = svg('svg', { class: 'trail', viewBox: '0 0 100 100', preserveAspectRatio: 'none' }, path)
  const flare = el('img', { class: 'flare', src: pictures.flare ?? '', alt: '' })
  const height = el('output', { class: 'height', dir: 'auto', 'aria-live': 'off' })
  const caption = el('p', { class: 'caption', 'aria-live': 'off' })
  const countdown = el('div', { class: 'countdown' })
  const points = el('ol', { class: 'points', dir: 'ltr', 'aria-label': words('recentPoints') })
  const sky = el('div', { class: 'sky', dir: 'ltr' }, trail, flare, height, caption, countdown, points)
  const players = playersOf(words, session.locale, times)
  const field = fieldOf(words('automatic'), (wish) => aim(Math.round(wish * 100)), '×')
  field.element.querySelector('input')!.placeholder = '×'
  const choices = choicesOf(
    words('automatic'),
    presets.map((value) => ({ value, label: value === 0 ? words('off') : `${amounts.figure(value / 100)}×` })),
    aim,
  )
  const leave = el(
    'div',
    { class: 'options leave' },
    el('span', { 'aria-hidden': 'true' }, words('automatic')),
    choices.element,
    field.element,
  )
  const element = el('div', { class: 'stepped crash' }, sky, el('div', { class: 'side' }, leave, players.element))

  function aim(wish: number) {
    cashOutAt = wish === 0 ? null : Math.min(crash.highest, Math.max(crash.lowest, wish))
    choices.put(cashOutAt ?? 0)
    field.write(cashOutAt === null ? '' : amounts.typed(cashOutAt / 100))
  }
  function lock(isLocked: boolean) {
    choices.lock(isLocked)
    for (const input of field.element.querySelectorAll('input')) input.disabled = isLocked
  }
  const elapsed = () => Math.max(0, performance.now() - startedAt)
  const reached = () => (phase === 'running' ? reachedAfter(elapsed()) : 100)
  const isIn = () => own !== null && own.round === number

  function enter(next: SharedTable['phase']) {
    const hasStarted = next === 'running' && phase !== 'running'
    phase = next
    if (hasStarted && isIn()) context.showLine(words('started'))
    set(element, { 'data-phase': phase })
    context.refreshMain()
    draw()
  }
  function put(climbed: { elapsedMs: number; multiplier: number }) {
    height.textContent = times(Math.round(climbed.multiplier * 100))
    if (prefersReducedMotion()) return
    const tip = tipOf(climbed)
    flare.style.setProperty('inset-inline-start', `${tip.x}%`)
    flare.style.setProperty('inset-block-end', `${tip.y}%`)
    path.setAttribute('d', trailOf(climbed, crash.growth))
  }
  function draw() {
    switch (phase) {
      case 'betting': {
        const left = Math.max(0, closesAt - performance.now())
        height.textContent = words('betsClose', { seconds: Math.ceil(left / 1_000) })
        countdown.style.setProperty('--left', String(Math.min(1, left / crash.bettingMs)))
        caption.textContent = ''
        return
      }
      case 'running':
        put({ elapsedMs: elapsed(), multiplier: reached() / 100 })
        caption.textContent = isIn() || isQueued ? '' : words('watching')
        return
      case 'ended':
        caption.textContent = recent[0]?.isInterrupted ? words('interrupted') : words('nextSoon')
        return
      case 'waiting':
      case 'closed':
        height.textContent = words(phase === 'closed' ? 'closed' : 'nextSoon')
        caption.textContent = ''
    }
  }
  function drawPoints() {
    points.replaceChildren(
      ...recent.slice(0, shownPoints).map(({ point }) => el('li', { 'data-high': point >= 200 }, times(point))),
    )
  }

  // Frames move the number and the flare; the button's amount and what is announced follow at a readable pace.
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
      if (phase === 'running' && isIn()) follow()
      if (now - heardAt > (phase === 'betting' || phase === 'running' ? silenceMs : askEveryMs)) void ask()
    }
    requestAnimationFrame(frame)
  }
  function follow() {
    context.refreshMain()
    const at = reached()
    const passed = milestones.findLast((step) => step <= at) ?? 0
    if (passed > announced) {
      announced = passed
      context.showLine(words('reached', { multiplier: amounts.figure(passed / 100) }))
    }
    // The server cashes out exactly at the target; the page reads the result.
    if (own?.cashOutAt && at >= own.cashOutAt) void context.catchUp()
  }

  async function ask() {
    heardAt = performance.now()
    const read = await shared.table().catch(() => null)
    if (read) load(read)
  }
  function load(read: SharedTable) {
    table = read
    recent = read.recent
    if (read.number !== number) players.put([])
    number = read.number
    if (read.bets.length > 0) players.put(read.bets)
    if (read.elapsedMs !== null) startedAt = performance.now() - read.elapsedMs
    if (read.msLeft !== null) closesAt = performance.now() + read.msLeft
    drawPoints()
    if (read.phase === 'ended' && read.ended && phase !== 'ended') finish(read.ended)
    enter(read.phase)
    if (own && own.round !== number) void context.catchUp()
    // Rounds run only while a page requests them, and this page has just done so.
    if (read.phase === 'waiting' || read.phase === 'closed') heardAt = performance.now() - askEveryMs + 1_000
    if (isQueued && phase === 'betting') pressQueued()
  }
  function pressQueued() {
    isQueued = false
    context.press()
  }
  function finish({ point }: EndedRound) {
    if (prefersReducedMotion()) height.textContent = times(point)
    else put({ elapsedMs: Math.log(point / 100) / crash.growth, multiplier: point / 100 })
    if (!isIn()) return
    // The studio decides whether the bet was cashed out in time, so its result is requested.
    settleSoon()
  }
  function settleSoon() {
    void context.catchUp().then(() => {
      if (own) setTimeout(settleSoon, 700)
    })
  }

  shared.follow((given) => {
    heardAt = performance.now()
    switch (given.event) {
      case 'round.betting':
        number = given.payload.number
        closesAt = performance.now() + given.payload.msLeft
        announced = 0
        delete element.dataset.own
        players.put([])
        enter('betting')
        if (isQueued) pressQueued()
        return
      case 'round.started':
        if (given.payload.number !== number) return void ask()
        startedAt = performance.now()
        return enter('running')
      case 'round.tick':
        return tick(given.payload)
      case 'round.ended':
        if (given.payload.number !== number) return void ask()
        recent = [given.payload, ...recent].slice(0, 20)
        if (table) table = { ...table, recent }
        drawPoints()
        enter('ended')
        return finish(given.payload)
    }
  })
  function tick(given: SharedRoundEvents['round.tick']) {
    if (given.number !== number || phase !== given.phase) return void ask()
    if (given.bets.length > 0) players.put(given.bets)
    for (const { id, at } of given.cashOuts) players.cashOut(id, at)
    const now = performance.now()
    // Messages arrive late by varying delays, so the earliest computed start is the most accurate.
    if (given.phase === 'running') startedAt = Math.min(startedAt, now - given.ms)
    else closesAt = Math.min(closesAt, now + given.ms)
  }

  aim(0)
  set(element, { 'data-phase': phase })
  requestAnimationFrame(frame)
  setInterval(() => void ask(), askEveryMs)
  void ask()

  async function show(round: StudioRound) {
    const seen = round.progress!.view as CrashView
    aim(seen.cashOutAt ?? 0)
    if (round.status === 'playing') {
      own = { id: round.id, round: seen.round, stake: round.stake, cashOutAt: seen.cashOutAt }
      players.own(round.id)
      lock(true)
      context.showLine(phase === 'betting' ? words('inNextRound') : words('inRound'))
      return
    }
    own = null
    lock(false)
    if (seen.round === number) set(element, { 'data-own': seen.cashedOutAt === null ? 'lost' : 'out' })
    announceEnd(context, round, words('lost', { multiplier: times(seen.crashedAt ?? 100) }))
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
      if (own && recent[0]?.isInterrupted) context.showLine(words('interrupted'), 'warning')
      own = null
      lock(false)
    },
    rest(outcome) {
      if ('acts' in outcome) aim((outcome.view as CrashView).cashOutAt ?? 0)
    },
    missing() {
      if (phase === 'betting' && closesAt > performance.now()) return null
      return words(phase === 'closed' ? 'closed' : 'watching')
    },
    fairness: () => chainPanel(words, times, () => ({ recent, chain: table?.chain ?? null })),
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
        if (phase !== 'running' || !own || !isIn() || at < crash.lowest) return { label: words('betPlaced'), act: null }
        const worth = wholePayout(own.stake, factor(BigInt(at), 100n))
        return { label: words('cashOut', { amount: amounts.written(worth) }), act: { type: 'cashOut' } }
      },
    },
  }
}
