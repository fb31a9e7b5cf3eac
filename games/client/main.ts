// Opens a game in its frame: reads the page's data, requests the session, draws the art, starts the table.

import './style/base.css'
import './style/shell.css'
import './style/slot.css'
import './style/dice.css'
import './style/panel.css'
import { controlGuard } from '#contract/control-guard.ts'
import type { StudioSession } from '#games/studio-api.ts'
import { StudioFailure, studioAt, type Studio } from './api.ts'
import { amountsIn } from './amounts.ts'
import { picture } from './dom.ts'
import { fairnessPage } from './shell/fairness.ts'
import { infoPage } from './shell/info.ts'
import { fatalMessage, failureWords } from './shell/notice.ts'
import { panelOf } from './shell/panel.ts'
import { resultOf, shellOf } from './shell/shell.ts'
import { listen, report } from './parent.ts'
import { soundOf } from './sound.ts'
import { act, catchUpShared, openTable, press, refreshMain, type Table } from './table.ts'
import { paceOf } from './timing.ts'
import type { GameContext, GameView, Shared, SharedEvent } from './view.ts'
import { wordsIn } from './words.ts'

type PageData = {
  slug: string
  locale: string
  words: Record<string, string>
  names: Record<string, string>
  notes: number[]
}
type Art = { scene: () => string; symbols: () => Record<string, string> }

type View = { view: (context: GameContext, pageData: never) => GameView }

const arts = import.meta.glob<Art>('../*/client/art.ts')
const views = import.meta.glob<View>('../*/client/view.ts')

const pageData = JSON.parse(document.querySelector('#page-data')!.textContent) as PageData
const words = wordsIn(pageData.words, pageData.locale)
const studio = studioAt('/studio/api', new URLSearchParams(location.search).get('token') ?? '')

function stop(error: unknown) {
  const failure = error instanceof StudioFailure ? error.failure : 'internal'
  if (failure === 'launchTokenInvalid') return sessionEnded()
  document.body.replaceChildren(
    fatalMessage(words('cannotOpen'), failureWords(failure, words), {
      label: words('tryAgain'),
      run: () => location.reload(),
    }),
  )
}

function sessionEnded() {
  report({ type: 'session-ended' })
  document.body.replaceChildren(fatalMessage(words('sessionEndedTitle'), words('errorLaunchTokenInvalid')))
}

async function viewOf({ definition }: StudioSession, context: GameContext): Promise<GameView> {
  switch (definition.kind) {
    case 'slot':
      return (await import('./slot/slot-view.ts')).slotView(definition.slot, context)
    case 'dice':
      return (await import('./dice/dice-view.ts')).diceView(definition.dice, context)
    case 'floor':
      return (await views[`../${pageData.slug}/client/view.ts`]!()).view(context, definition.choice as never)
    case 'stepped':
      return (await views[`../${pageData.slug}/client/view.ts`]!()).view(context, definition.stepped as never)
  }
}

/** True if a control or a panel reacts to the key itself, so that the game must ignore it. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  return Boolean(
    event.repeat ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    document.querySelector('dialog[open]') ||
    target.closest('input, select, textarea, a'),
  )
}

/**
 * Space plays unless a button has the focus, Enter only if nothing has it. Any key ends a result that is being shown.
 */
function keys(table: Table, openInfo: () => void) {
  const actions: Record<string, () => void> = {
    ArrowUp: () => table.shell.stake.step(1),
    ArrowRight: () => table.shell.stake.step(1),
    ArrowDown: () => table.shell.stake.step(-1),
    ArrowLeft: () => table.shell.stake.step(-1),
    '?': openInfo,
    '/': () => report({ type: 'open-search' }),
    f: () => report({ type: 'full-screen' }),
  }
  for (const [key, { run }] of Object.entries(table.view.keys ?? {})) actions[key] = run
  addEventListener('keydown', (event) => {
    if (isTaken(event) || event.defaultPrevented) return
    const isOnButton = (event.target as HTMLElement).closest('button') !== null
    const isPlay = (event.key === ' ' || event.key === 'Enter') && !isOnButton
    const action = isPlay ? () => press(table) : actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (action) {
      event.preventDefault()
      action()
    } else if (table.isShowing && !isOnButton && event.key !== 'Tab') table.pace.skip()
  })
}

function sharedBy(source: Studio): Shared {
  return {
    table: () => source.table(),
    follow(listener) {
      listen((message) => {
        if (message.type === 'round-event') listener({ event: message.event, payload: message.payload } as SharedEvent)
      })
      report({ type: 'follow-rounds' })
    },
  }
}

async function open() {
  const [session, art] = await Promise.all([studio.session(), arts[`../${pageData.slug}/client/art.ts`]!()])
  const pictures = Object.fromEntries(Object.entries(art.symbols()).map(([id, markup]) => [id, picture(markup)]))
  const result = resultOf()
  const pace = paceOf()
  let table: Table | undefined
  // The view is built before the stake control.
  let highest = Infinity
  let capStake = (most: number): void => {
    highest = most
  }
  const context: GameContext = {
    session,
    words,
    amounts: amountsIn(session.currency, pageData.locale),
    sound: soundOf(pageData.notes),
    pace,
    pictures,
    names: pageData.names,
    showLine: result.showLine,
    act: (chosen) => table && void act(table, chosen),
    capStake: (most) => capStake(most),
    // The view of a shared round is already animated before the table exists.
    catchUp: async () => table && catchUpShared(table).catch(() => undefined),
    refreshMain: () => table && refreshMain(table),
    press: () => table && press(table),
    shared: sharedBy(studio),
  }
  const view = await viewOf(session, context)
  const shell = shellOf(context, view, result, () => table?.isBusy ?? false)
  capStake = shell.stake.cap
  capStake(highest)
  const { balance, fairness: committed, lastRound } = session
  table = {
    session,
    words,
    amounts: context.amounts,
    studio,
    shell,
    view,
    pace,
    guard: controlGuard(),
    onDead: sessionEnded,
    balance,
    fairness: committed,
    lastRound,
    playing: null,
    isBusy: false,
    isShowing: false,
    isPaused: false,
    isOver: false,
    keptChoice: null,
    nextPlayAt: 0,
  }
  const openedTable = table
  const info = panelOf(words('info'), words('close'), () => infoPage(context, view, shell.stake.value()))
  const fairness = panelOf(words('fairness'), words('close'), () =>
    fairnessPage({ table: openedTable, locale: pageData.locale }),
  )
  shell.info.addEventListener('click', info.open)
  shell.fairness.addEventListener('click', fairness.open)
  shell.play.addEventListener('click', () => press(openedTable))
  // A tap on the game skips the display of a result, except on its buttons, which keep their own function.
  shell.element.addEventListener('click', (event) => {
    if (openedTable.isShowing && !(event.target as HTMLElement).closest('button, input, a')) pace.skip()
  })
  keys(openedTable, info.open)
  document.documentElement.style.setProperty('--scene', `url("${picture(art.scene()).replaceAll("'", '%27')}")`)
  await Promise.all(
    Object.values(pictures).map((src) =>
      Object.assign(new Image(), { src })
        .decode()
        .catch(() => undefined),
    ),
  )
  document.body.replaceChildren(shell.element, info.element, fairness.element)
  openTable(openedTable)
  // A game that is opened again in the mini player takes no focus from the page.
  if (window.name !== 'mini') shell.play.focus({ preventScroll: true })
}

open().catch(stop)
