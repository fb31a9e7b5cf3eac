// The stake: typed, stepped, halved, doubled, lowest or highest. Free spins lock it; a bonus may limit it.

import { el, icon, set } from '../dom.ts'
import type { GameContext } from '../view.ts'
import { chipValues, parseAmount, stakeNear, stepFrom } from './stake-steps.ts'

export type StakePicker = {
  element: HTMLElement
  value(): number
  /** Sets the requested stake, or the nearest allowed one. */
  put(stake: number): void
  /** Adds a stake that was played to those that are offered while the field has the focus. */
  played(stake: number): void
  /** Moves the stake one step up or down, as the arrow keys do. */
  step(direction: 1 | -1): void
  lock(isLocked: boolean): void
  /** Sets the highest stake that applies at present; 0 removes the limit. */
  limit(most: number): void
  /** Sets the highest stake of the selected choice. */
  cap(most: number): void
}

type Parts = Pick<GameContext, 'session' | 'words' | 'amounts'> & {
  /** A stake that is put on positions of a table. */
  isChip: boolean
  onChange: (stake: number) => void
}

const recentCount = 5

export function stakePicker({ session, words, amounts, isChip, onChange }: Parts): StakePicker {
  const { freeSpins } = session
  const { stakes } = session
  let limited = stakes.max
  let capped = stakes.max
  let most = stakes.max
  let value = freeSpins ? freeSpins.stake : stakes.default
  let isLocked = false

  const field = el('input', {
    id: 'stake',
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    enterkeyhint: 'done',
    dir: 'ltr',
    'aria-describedby': 'stake-hint',
  })
  const hint = el('p', { id: 'stake-hint', class: 'stake-hint', role: 'status' })
  const button = (label: string, content: Node | string, next: () => number) => {
    const element = el(
      'button',
      { type: 'button', 'aria-label': label, title: label },
      typeof content === 'string' ? el('bdi', {}, content) : content,
    )
    element.addEventListener('click', () => put(next()))
    return { element, next }
  }
  const less = button(words('lessStake'), icon('minus'), () => stepFrom(stakes, value, -1))
  const more = button(words('moreStake'), icon('plus'), () => Math.min(most, stepFrom(stakes, value, 1)))
  const chips = (isChip ? chipValues(stakes) : []).map((chip, index) => {
    const each = button(amounts.written(chip), amounts.short(chip), () => chip)
    set(each.element, { 'data-chip': index })
    return { ...each, chip }
  })
  const multiples = [
    button(words('lowestStake'), words('lowest'), () => stakes.min),
    button(words('halveStake'), '½', () => stakeNear(stakes, value / 2, most)),
    button(words('doubleStake'), '2×', () => stakeNear(stakes, value * 2, most)),
    button(words('highestStake'), words('highest'), () => stakeNear(stakes, most, most)),
  ]

  const quick = isChip ? chips : multiples
  const recent = el('div', { class: 'recent', role: 'group', 'aria-label': words('recentStakes'), hidden: true })
  let played: number[] = []
  function writeRecent(next: readonly number[]) {
    played = [...new Set(next)].slice(0, recentCount)
    recent.replaceChildren(
      ...played.map((stake) => {
        const element = el('button', { type: 'button' }, el('bdi', {}, amounts.bare(stake)))
        element.addEventListener('click', () => {
          put(stake)
          recent.hidden = true
        })
        return element
      }),
    )
  }
  // A press on a stake keeps the focus in the field, which would otherwise close the list before the press arrives.
  recent.addEventListener('pointerdown', (event) => event.preventDefault())

  function refresh() {
    const isFixed = isLocked || freeSpins !== null
    field.value = amounts.bare(value)
    field.disabled = isFixed
    for (const { element, next } of [less, more, ...multiples]) element.disabled = isFixed || next() === value
    for (const { element, chip } of chips) {
      element.disabled = isFixed || chip > most
      set(element, { 'aria-pressed': String(chip === value) })
    }
    hint.textContent =
      most === stakes.max
        ? ''
        : words(capped < limited ? 'stakeCapped' : 'stakeLimited', { amount: amounts.written(most) })
  }
  function put(wish: number) {
    if (freeSpins) return
    const next = stakeNear(stakes, wish, most)
    const isNew = next !== value
    value = next
    refresh()
    if (isNew) onChange(next)
  }
  function restrict() {
    most = Math.min(limited, capped)
    if (value > most) put(most)
    refresh()
  }
  function commit() {
    const wish = parseAmount(field.value, amounts.decimal)
    if (wish === null) return refresh()
    put(Math.round(wish * session.currency.display.subunitToUnit))
    field.value = amounts.bare(value)
  }
  field.addEventListener('change', commit)
  field.addEventListener('focus', () => {
    field.select()
    recent.hidden = played.length < 2
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') commit()
    if (event.key === 'Escape' || event.key === 'Enter') recent.hidden = true
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    put(stepFrom(stakes, value, event.key === 'ArrowUp' ? 1 : -1))
  })
  if (!isChip && !freeSpins) writeRecent(session.recentRounds.map(({ stake }) => stake))
  refresh()

  const unit = session.currency.display.code
  const stepper = el('div', { class: 'stepper' }, less.element, field, recent, more.element)
  stepper.addEventListener('focusout', ({ relatedTarget }) => {
    if (!recent.contains(relatedTarget as Node | null)) recent.hidden = true
  })
  return {
    element: el(
      'div',
      { class: 'stake', 'data-free': freeSpins !== null },
      el(
        'label',
        { for: 'stake' },
        freeSpins ? words('freeSpinStake') : words('stake'),
        ' ',
        el('span', { class: 'unit', dir: 'ltr' }, unit),
      ),
      stepper,
      freeSpins === null &&
        el(
          'div',
          { class: 'quick', role: 'group', 'aria-label': words('stake') },
          ...quick.map(({ element }) => element),
        ),
      hint,
    ),
    value: () => value,
    put,
    played(stake) {
      if (!isChip && !freeSpins) writeRecent([stake, ...played])
    },
    step: (direction) => isLocked || put(stepFrom(stakes, value, direction)),
    lock(locked) {
      isLocked = locked
      refresh()
    },
    limit(limit) {
      limited = limit > 0 ? Math.min(stakes.max, limit) : stakes.max
      restrict()
    },
    cap(limit) {
      capped = Math.min(stakes.max, limit)
      restrict()
    },
  }
}
