// Error messages that the player can act on: a line over the game, or the whole screen if the game cannot continue.

import { el } from '../dom.ts'
import type { FailureName } from '../api.ts'
import type messages from '../words.json'
import type { Words } from '../words.ts'

export type Notice = {
  element: HTMLElement
  show(text: string, action?: { label: string; run: () => void }): void
  hide(): void
}

export function noticeOf(): Notice {
  const element = el('div', { class: 'notice', role: 'alert', hidden: true })
  return {
    element,
    show(text, action) {
      const button = action && el('button', { type: 'button' }, action.label)
      button?.addEventListener('click', action!.run, { once: true })
      element.replaceChildren(el('p', {}, text), ...(button ? [button] : []))
      element.hidden = false
    },
    hide() {
      element.hidden = true
      element.replaceChildren()
    },
  }
}

/** Failures that a player can do nothing about, or that the page shows in another way (table.ts). */
const withoutWords = [
  'validation',
  'seedNeeded',
  'choiceInvalid',
  'freeSpinsEnded',
  'playConflict',
  'playInFlight',
  'actInvalid',
  'actConflict',
  'roundEnded',
  'betsClosed',
  'tooFast',
  'roundNotFound',
  'internal',
] as const satisfies FailureName[]
type WithWords = Exclude<FailureName, (typeof withoutWords)[number]>

/** Does not compile while a failure has no text. */
function keyOf(failure: WithWords): keyof (typeof messages)['en'] {
  const name = (failure.charAt(0).toUpperCase() + failure.slice(1)) as Capitalize<WithWords>
  return `error${name}`
}

const hasWords = (failure: FailureName): failure is WithWords =>
  !(withoutWords as readonly FailureName[]).includes(failure)
export const failureWords = (failure: FailureName, words: Words) =>
  words(hasWords(failure) ? keyOf(failure) : 'errorUnexpected')

/** Replaces the game: loading failed, or the session has ended. */
export function fatalMessage(title: string, text: string, action?: { label: string; run: () => void }): HTMLElement {
  const button = action && el('button', { type: 'button', class: 'primary' }, action.label)
  button?.addEventListener('click', action!.run)
  return el('main', { class: 'dead', role: 'alert' }, el('h1', {}, title), el('p', {}, text), button)
}
