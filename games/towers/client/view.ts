// The view of Towers: eight floors of doors, the choice of tower, and what the round is worth.

import '#games/client/stepped/stepped.css'
import './towers.css'
import type { TowersChoice, TowersView } from '#contract/rounds.ts'
import { el, set } from '#games/client/dom.ts'
import { announceEnd, paidOf } from '#games/client/stepped/ending.ts'
import { choicesOf } from '#games/client/stepped/choices.ts'
import { gridKeys } from '#games/client/stepped/grid-keys.ts'
import { worthPanel } from '#games/client/stepped/worth.ts'
import type { GameContext, GameView } from '#games/client/view.ts'
import type { StudioRound, TowersDefinition } from '#games/studio-api.ts'

type Name = TowersView['tower']
type DoorState = 'door' | 'lamp' | 'trap'

export function view(context: GameContext, towers: TowersDefinition): GameView {
  const { words, amounts, pace, pictures, session, sound } = context
  const coin = session.stakes.min / session.stakes.unit
  let name: Name = towers.defaultTower
  let shown: TowersView | null = null
  let isLocked = false
  let doors: HTMLButtonElement[][] = []
  const shapeOf = (tower: Name) => towers.towers.find((each) => each.tower === tower)!

  const board = el('div', { class: 'tower', role: 'group', 'aria-label': words('board') })
  const worth = worthPanel(context)
  const choices = choicesOf(
    words('tower'),
    towers.towers.map(({ tower }) => ({ value: tower, label: words(tower) })),
    setTower,
  )
  const odds = el('span', { 'aria-live': 'polite' })
  const element = el(
    'div',
    { class: 'stepped towers' },
    board,
    el('div', { class: 'side' }, worth.element, el('div', { class: 'options' }, odds, choices.element)),
  )
  // In reading order: from the top floor down, and from the first door of each floor.
  gridKeys(
    board,
    () => doors.toReversed().flat(),
    () => shapeOf(name).tiles,
  )

  function build() {
    const { tiles, multipliers } = shapeOf(name)
    doors = Array.from({ length: towers.floors }, (_, floor) =>
      Array.from({ length: tiles }, (__, at) => {
        const door = el('button', { type: 'button', class: 'door', tabindex: floor === 0 && at === 0 ? 0 : -1 })
        door.addEventListener('click', () => {
          if (shown && !shown.safe && shown.climbed.length === floor) context.act({ type: 'climb', at })
        })
        return door
      }),
    )
    board.replaceChildren(
      ...doors
        .map((row, floor) =>
          el(
            'div',
            { class: 'floor', 'data-floor': floor },
            el(
              'span',
              { class: 'height', 'aria-hidden': 'true', dir: 'ltr' },
              `${amounts.figure(multipliers[floor]!)}×`,
            ),
            ...row,
          ),
        )
        .toReversed(),
    )
  }
  function put(floor: number, at: number, state: DoorState, isFaint: boolean) {
    const door = doors[floor]![at]!
    const label = state === 'door' ? 'doorShut' : state === 'lamp' ? 'doorSafe' : 'doorTrap'
    set(door, { 'aria-label': words(label, { floor: floor + 1, door: at + 1 }) })
    door.toggleAttribute('data-faint', isFaint)
    if (door.dataset.state === state) return
    door.dataset.state = state
    door.replaceChildren(el('img', { src: pictures[state] ?? '', alt: '' }))
  }
  function draw(state: TowersView | null) {
    shown = state
    const at = state && !state.safe ? state.climbed.length : -1
    for (const [floor, row] of doors.entries()) {
      board.querySelector(`[data-floor="${floor}"]`)!.toggleAttribute('data-now', floor === at)
      for (const [index, door] of row.entries()) {
        const isChosen = state?.climbed[floor] === index
        const isSafe = state?.safe ? state.safe[floor]!.includes(index) : true
        put(
          floor,
          index,
          state?.safe || isChosen ? (isSafe ? 'lamp' : 'trap') : 'door',
          Boolean(state?.safe) && !isChosen,
        )
        door.toggleAttribute('data-chosen', isChosen)
      }
    }
    writeEnabled()
    worth.write(
      state?.worth ?? { multiplier: 0, amount: 0, next: null },
      state ? state.worth.next : shapeOf(name).multipliers[0]!,
    )
  }
  function writeEnabled() {
    const at = shown && !shown.safe && !isLocked ? shown.climbed.length : -1
    for (const [floor, row] of doors.entries())
      for (const door of row) set(door, { 'aria-disabled': String(floor !== at) })
  }
  function setTower(next: Name) {
    name = next
    const { safe, tiles, highestCoins } = shapeOf(next)
    choices.put(next)
    context.capStake(highestCoins * coin)
    odds.textContent = words('safeOf', { safe, tiles })
    build()
    draw(null)
  }
  const isFallen = (state: TowersView) =>
    state.climbed.some((at, floor) => state.safe && !state.safe[floor]!.includes(at))

  async function show(round: StudioRound) {
    const state = round.progress!.view as TowersView
    choices.lock(state.safe === null)
    if (state.tower !== name) setTower(state.tower)
    if (!state.safe) {
      draw(state)
      if (state.climbed.length > 0) sound.stop(state.climbed.length)
      context.showLine(
        state.climbed.length > 0
          ? words('safe', {
              floor: state.climbed.length,
              multiplier: amounts.figure(state.worth.multiplier, 4),
              amount: amounts.written(state.worth.amount),
            })
          : words('chooseDoor'),
      )
      return
    }
    const last = state.climbed.length - 1
    if (last >= 0) put(last, state.climbed[last]!, isFallen(state) ? 'trap' : 'lamp', false)
    await pace.wait(isFallen(state) ? 450 : 200)
    draw(paidOf(state, round))
    announceEnd(context, round, words('hitTrap'))
    shown = null
  }

  setTower(name)
  return {
    element,
    choice: (): TowersChoice => ({ tower: name }),
    setStake: () => undefined,
    begin() {
      sound.start()
      draw(null)
      choices.lock(true)
    },
    finish: async () => undefined,
    abandon() {
      draw(null)
      choices.lock(false)
    },
    rest(outcome) {
      if (!('acts' in outcome)) return
      const state = outcome.view as TowersView
      setTower(state.tower)
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
        shown && shown.climbed.length > 0
          ? { label: words('cashOut', { amount: amounts.written(shown.worth.amount) }), act: { type: 'cashOut' } }
          : { label: words('chooseDoor'), act: null },
    },
  }
}
