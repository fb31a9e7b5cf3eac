// The bets of a round with many bets: chips on positions, with undo, double and clear.

import type { Bet } from '#contract/floor-rounds.ts'
import { el } from '../dom.ts'
import { chipColour } from '../shell/stake-steps.ts'
import type { GameContext } from '../view.ts'

export type BetBook = {
  /** The total and the buttons. */
  element: HTMLElement
  bets(): Bet[]
  total(): number
  /** Puts one chip on each of these positions, or none if that would exceed the table's maximum. */
  add(positions: readonly string[]): void
  setChip(chip: number): void
  limit(most: number): void
  /** The chips on the table, for a reload of the page. */
  kept: { read(): string; restore(kept: string): void }
  /** Why these bets cannot be played; null if they can. */
  missing(): string | null
}

type Parts = Pick<GameContext, 'session' | 'words' | 'amounts' | 'showLine'> & {
  isPosition: (position: string) => boolean
  /** Called with the chips on each position after every change. */
  onChange: (amounts: ReadonlyMap<string, number>) => void
}

export function betBook({ session, words, amounts, showLine, isPosition, onChange }: Parts): BetBook {
  let chip = session.freeSpins?.stake ?? session.stakes.default
  let most = session.stakes.max
  let placed = new Map<string, number>()
  const before: Array<Map<string, number>> = []
  const sum = (all: ReadonlyMap<string, number>) => [...all.values()].reduce((total, amount) => total + amount, 0)

  const figure = el('strong', {})
  const button = (key: string, run: () => void) => {
    const element = el('button', { type: 'button' }, words(key))
    element.addEventListener('click', run)
    return element
  }
  const tooMuch = () => words('tableMost', { amount: amounts.written(most) })
  function change(next: Map<string, number>) {
    if (sum(next) > most) return showLine(tooMuch(), 'warning')
    before.push(placed)
    placed = next
    write()
  }
  function write() {
    figure.textContent = amounts.written(sum(placed))
    onChange(placed)
  }
  const element = el(
    'div',
    { class: 'bet-book' },
    el('p', {}, words('totalBet'), ' ', figure),
    el(
      'div',
      { class: 'choices' },
      button('undoBet', () => {
        placed = before.pop() ?? new Map<string, number>()
        write()
      }),
      button('doubleBets', () => change(new Map([...placed].map(([position, amount]) => [position, amount * 2])))),
      button('clearBets', () => change(new Map())),
    ),
  )
  write()
  return {
    element,
    bets: () => [...placed].map(([position, amount]) => ({ position, amount })),
    total: () => sum(placed),
    add(positions) {
      const next = new Map(placed)
      for (const position of positions) next.set(position, (next.get(position) ?? 0) + chip)
      change(next)
    },
    kept: {
      read: () => [...placed].map(([position, amount]) => `${position} ${amount}`).join(),
      restore(kept) {
        const bets = kept.split(',').map((bet) => {
          const [position = '', amount] = bet.split(' ')
          return [position, Number(amount)] as const
        })
        const valid = bets.filter(
          ([position, amount]) => isPosition(position) && Number.isSafeInteger(amount) && amount > 0,
        )
        if (valid.length > 0) change(new Map(valid))
      },
    },
    setChip: (next) => (chip = next),
    missing: () => (placed.size === 0 ? words('placeBet') : sum(placed) > most ? tooMuch() : null),
    limit: (limit) => (most = limit > 0 ? Math.min(session.stakes.max, limit) : session.stakes.max),
  }
}

/** A chip on a position; it shows the amount in as few characters as possible. */
export function chipOf(amount: number, { amounts, session }: Pick<GameContext, 'amounts' | 'session'>): HTMLElement {
  const text = amounts.short(amount)
  const colour = chipColour(session.stakes, amount)
  return el('span', { class: 'chip', 'data-chip': colour, 'data-long': text.length > 3, 'aria-hidden': 'true' }, text)
}

/** Makes the positions one stop of the tab key; arrow keys move to the nearest position in their direction. */
export function roving(container: HTMLElement, positions: readonly HTMLElement[]) {
  const stop = (chosen: HTMLElement) => positions.forEach((each) => (each.tabIndex = each === chosen ? 0 : -1))
  stop(positions[0]!)
  const middle = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left + width / 2, top + height / 2] as const
  }
  const directions: Record<string, readonly [x: number, y: number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }
  container.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    const from = positions.find((each) => each === event.target)
    if (!direction || !from) return
    event.preventDefault()
    event.stopPropagation()
    const [x, y] = middle(from)
    const found = positions
      .map((position) => {
        const [positionX, positionY] = middle(position)
        const ahead = (positionX - x) * direction[0] + (positionY - y) * direction[1]
        const aside = Math.abs((positionX - x) * direction[1]) + Math.abs((positionY - y) * direction[0])
        return { position, ahead, cost: ahead + aside * 2 }
      })
      .filter(({ ahead }) => ahead > 1)
      .toSorted((one, other) => one.cost - other.cost)[0]
    if (!found) return
    stop(found.position)
    found.position.focus()
  })
  container.addEventListener('focusin', (event) => {
    if (positions.includes(event.target as HTMLElement)) stop(event.target as HTMLElement)
  })
}
