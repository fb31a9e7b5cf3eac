// A playing card as an element. Its number is 0 to 51: the rank is `card % 13` from the ace up, the suit `card / 13`.

import './cards.css'
import { el, set } from '../dom.ts'
import type { Pace } from '../timing.ts'
import type { GameContext } from '../view.ts'
import type { Suit } from './suits.ts'

const suits: readonly Suit[] = ['clubs', 'diamonds', 'hearts', 'spades']
const figures = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']

export const suitOf = (card: number): Suit => suits[Math.floor(card / 13)]!
export const rankOf = (card: number): string => figures[card % 13]!

/** "Queen of hearts", in the player's locale. */
export function cardName({ words }: Pick<GameContext, 'words'>, card: number): string {
  const rank = rankOf(card)
  return words('cardName', { rank: /[AJQK]/.test(rank) ? words(`rank${rank}`) : rank, suit: words(suitOf(card)) })
}

export type CardElement = { element: HTMLElement; put(card: number | null): void }

/** Null shows the back. */
export function cardElement(context: Pick<GameContext, 'words' | 'pictures'>, card: number | null): CardElement {
  const element = el('div', { class: 'card', role: 'img' })
  function put(next: number | null) {
    element.toggleAttribute('data-back', next === null)
    if (next === null) {
      set(element, { 'aria-label': context.words('faceDown'), 'data-suit': null })
      return element.replaceChildren(el('img', { class: 'back', src: context.pictures.back ?? '', alt: '' }))
    }
    const suit = suitOf(next)
    set(element, { 'aria-label': cardName(context, next), 'data-suit': suit })
    const mark = (kind: string) => el('img', { class: kind, src: context.pictures[suit] ?? '', alt: '' })
    element.replaceChildren(
      el('span', { class: 'rank', 'aria-hidden': 'true' }, rankOf(next)),
      mark('pip'),
      mark('suit'),
    )
  }
  put(card)
  return { element, put }
}

/** Resolves once all cards in the element have been dealt: at once if the player chose quick results. */
export async function areDealt(element: HTMLElement, pace: Pace): Promise<void> {
  const moving = [...element.querySelectorAll('.card')].flatMap((card) => card.getAnimations())
  await Promise.all(moving.map((each) => pace.ended(each)))
}
