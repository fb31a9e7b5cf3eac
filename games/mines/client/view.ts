// Mines on screen: 25 slabs, the number of mines, and what the round is worth.

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
const usual = [1, 3, 5]

export function view(context: GameContext, mines: MinesDefinition): GameView {
  const { words, amounts, pace, pictures, session, sound } = context
  const coin = session.stakes.min / session.stakes.unit
  let count = mines.defaultMines
  let shown: MinesView | null = null
  const boardOf = (wanted: number) => mines.boards.find((board) => board.mines === wanted)!

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
    usual.map((value) => ({ value, label: String(value) })),
    aim,
  )
  const select = el('select', { 'aria-label': words('mineCount') })
  for (const { mines: value } of mines.boards) select.append(el('option', { value }, words('mines', { count: value })))
  select.addEventListener('change', () => aim(Number(select.value)))
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
  function draw(seen: MinesView | null) {
    shown = seen
    board.toggleAttribute('data-live', seen !== null && seen.mines === null)
    for (const [tile, slab] of slabs.entries()) {
      const isRevealed = seen?.revealed.includes(tile) ?? false
      const isMine = seen?.mines?.includes(tile) ?? false
      const state = isMine ? (isRevealed ? 'hit' : 'mine') : isRevealed || seen?.mines ? 'gem' : 'shut'
      put(tile, state, Boolean(seen?.mines) && !isRevealed)
      set(slab, { 'aria-disabled': String(seen === null || seen.mines !== null || isRevealed) })
    }
    worth.write(
      seen?.worth ?? { multiplier: 0, amount: 0, next: null },
      seen ? seen.worth.next : boardOf(count).multipliers[0]!,
    )
  }
  function aim(wanted: number) {
    count = wanted
    presets.put(wanted)
    select.value = String(wanted)
    context.capStake(boardOf(wanted).highestCoins * coin)
    if (!shown || shown.mines) draw(null)
  }
  function lock(isLocked: boolean) {
    presets.lock(isLocked)
    select.disabled = isLocked
  }
  const isLost = (seen: MinesView) => seen.revealed.some((tile) => seen.mines?.includes(tile))

  async function show(round: StudioRound) {
    const seen = round.progress!.view as MinesView
    const found = seen.revealed.length - (shown?.revealed.length ?? 0)
    lock(seen.mines === null)
    if (!seen.mines) {
      count = seen.count
      draw(seen)
      if (found > 0) sound.stop(Math.min(seen.revealed.length, 10))
      context.showLine(
        seen.revealed.length > 0
          ? words('safe', {
              multiplier: amounts.figure(seen.worth.multiplier, 4),
              amount: amounts.written(seen.worth.amount),
            })
          : words('chooseTile'),
      )
      return
    }
    // The last tile the player opened is shown first, then all others.
    const last = seen.revealed.at(-1)
    if (last !== undefined) put(last, isLost(seen) ? 'hit' : 'gem', false)
    await pace.wait(isLost(seen) ? 450 : 200)
    draw(paidOf(seen, round))
    announceEnd(context, round, words('hitMine'), seen.worth.multiplier)
    shown = null
  }

  aim(count)
  return {
    element,
    choice: (): MinesChoice => ({ mines: count }),
    setStake: () => undefined,
    begin() {
      sound.start()
      draw(null)
      lock(true)
    },
    finish: async () => undefined,
    abandon() {
      draw(null)
      lock(false)
    },
    rest(outcome) {
      if (!('acts' in outcome)) return
      const seen = outcome.view as MinesView
      aim(seen.count)
      draw(paidOf(seen, outcome))
      shown = null
    },
    steps: {
      show,
      main: () =>
        shown && shown.revealed.length > 0
          ? { label: words('cashOut', { amount: amounts.written(shown.worth.amount) }), act: { type: 'cashOut' } }
          : { label: words('chooseTileShort'), act: null },
    },
  }
}
