// The view of Mines: 25 slabs, the number of mines, and what the round is worth.

import '#games/client/stepped/stepped.css'
import './mines.css'
import type { MinesChoice, MinesView } from '#contract/rounds.ts'
import { el, set } from '#games/client/dom.ts'
import { announceEnd, paidOf } from '#games/client/stepped/ending.ts'
import { choicesOf } from '#games/client/stepped/choices.ts'
import { gridKeys } from '#games/client/stepped/grid-keys.ts'
import { worthPanel } from '#games/client/stepped/worth.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import type { MinesDefinition, StudioRound } from '#games/studio-api.ts'

const columns = 5
const usualCounts = [1, 3, 5]

export function view(context: GameContext, mines: MinesDefinition): GameView {
  const { words, amounts, pace, pictures, session, sound } = context
  const coin = session.stakes.min / session.stakes.unit
  let count = mines.defaultMines
  let shown: MinesView | null = null
  let isLocked = false
  const boardOf = (mineCount: number) => mines.boards.find((board) => board.mines === mineCount)!

  const slabs = Array.from({ length: mines.tiles }, (_, tile) => {
    const button = el('button', { type: 'button', class: 'slab', tabindex: tile === 0 ? 0 : -1 })
    button.addEventListener('click', () => {
      if (button.dataset.state === 'shut' && shown && !shown.mines) context.act({ type: 'reveal', at: tile })
    })
    return button
  })
  const board = el('div', { class: 'field', role: 'group', 'aria-label': words('board') }, ...slabs)
  gridKeys(
    board,
    () => slabs,
    () => columns,
  )
  const worth = worthPanel(context)
  const presets = choicesOf(
    words('mineCount'),
    usualCounts.map((value) => ({ value, label: String(value) })),
    setCount,
  )
  const select = el('select', { 'aria-label': words('mineCount') })
  for (const { mines: value } of mines.boards) select.append(el('option', { value }, words('mines', { count: value })))
  select.addEventListener('change', () => setCount(Number(select.value)))
  presets.element.append(select)
  const element = el(
    'div',
    { class: 'stepped mines' },
    board,
    el(
      'div',
      { class: 'side' },
      worth.element,
      el('div', { class: 'options' }, el('span', { 'aria-hidden': 'true' }, words('mineCount')), presets.element),
    ),
  )

  function put(tile: number, state: 'shut' | 'gem' | 'mine' | 'hit', isFaint: boolean) {
    const slab = slabs[tile]!
    if (slab.dataset.state === state && slab.hasAttribute('data-faint') === isFaint) return
    slab.dataset.state = state
    slab.toggleAttribute('data-faint', isFaint)
    set(slab, {
      'aria-label': words(state === 'shut' ? 'tileShut' : state === 'gem' ? 'tileSafe' : 'tileMine', {
        row: Math.floor(tile / columns) + 1,
        column: (tile % columns) + 1,
      }),
    })
    slab.replaceChildren(
      ...(state === 'shut' ? [] : [el('img', { src: pictures[state === 'gem' ? 'gem' : 'mine'] ?? '', alt: '' })]),
    )
  }
  function draw(state: MinesView | null) {
    shown = state
    board.toggleAttribute('data-live', state !== null && state.mines === null)
    for (const tile of slabs.keys()) {
      const isRevealed = state?.revealed.includes(tile) ?? false
      const isMine = state?.mines?.includes(tile) ?? false
      const slabState = isMine ? (isRevealed ? 'hit' : 'mine') : isRevealed || state?.mines ? 'gem' : 'shut'
      put(tile, slabState, Boolean(state?.mines) && !isRevealed)
    }
    writeEnabled()
    worth.write(
      state?.worth ?? { multiplier: 0, amount: 0, next: null },
      state ? state.worth.next : boardOf(count).multipliers[0]!,
    )
  }
  function writeEnabled() {
    const canReveal = shown !== null && shown.mines === null && !isLocked
    for (const slab of slabs) set(slab, { 'aria-disabled': String(!canReveal || slab.dataset.state !== 'shut') })
  }
  function setCount(next: number) {
    count = next
    presets.put(next)
    select.value = String(next)
    context.capStake(boardOf(next).highestCoins * coin)
    if (!shown || shown.mines) draw(null)
  }
  function lockCount(isFixed: boolean) {
    presets.lock(isFixed)
    select.disabled = isFixed
  }
  const isLost = (state: MinesView) => state.revealed.some((tile) => state.mines?.includes(tile))

  async function show(round: StudioRound) {
    const state = round.progress!.view as MinesView
    const newlyRevealed = state.revealed.length - (shown?.revealed.length ?? 0)
    lockCount(state.mines === null)
    if (!state.mines) {
      count = state.count
      draw(state)
      if (newlyRevealed > 0) sound.stop(Math.min(state.revealed.length, 10))
      context.showLine(
        state.revealed.length > 0
          ? words('safe', {
              multiplier: amounts.figure(state.worth.multiplier, 4),
              amount: amounts.written(state.worth.amount),
            })
          : words('chooseTile'),
      )
      return
    }
    // Shows the last revealed tile first, then all others.
    const last = state.revealed.at(-1)
    if (last !== undefined) put(last, isLost(state) ? 'hit' : 'gem', false)
    await pace.wait(isLost(state) ? 450 : 200)
    draw(paidOf(state, round))
    announceEnd(context, round, words('hitMine'))
    shown = null
  }

  setCount(count)
  return {
    element,
    choice: (): MinesChoice => ({ mines: count }),
    setStake: () => undefined,
    begin() {
      sound.start()
      draw(null)
      lockCount(true)
    },
    finish: async () => undefined,
    abandon() {
      draw(null)
      lockCount(false)
    },
    rest(outcome) {
      if (!('acts' in outcome)) return
      const state = outcome.view as MinesView
      setCount(state.count)
      draw(paidOf(state, outcome))
      shown = null
    },
    steps: {
      show,
      lock(next) {
        isLocked = next
        writeEnabled()
      },
      main: () =>
        shown && shown.revealed.length > 0
          ? { label: words('cashOut', { amount: amounts.written(shown.worth.amount) }), act: { type: 'cashOut' } }
          : { label: words('chooseTileShort'), act: null },
    },
  }
}
