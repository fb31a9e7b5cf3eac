// Error messages that the player can act on: a line over the game, or the whole screen if the game cannot continue.

import { el } from '../dom.ts'
import type { FailureName } from '../api.ts'
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

const keys: Partial<Record<FailureName, string>> = {
  insufficientFunds: 'errorInsufficientFunds',
  launchTokenInvalid: 'errorSessionEnded',
  offline: 'errorOffline',
  operatorUnavailable: 'errorOperatorUnavailable',
  stakeInvalid: 'errorStakeInvalid',
  mathsReplaced: 'errorMathsReplaced',
  playerExcluded: 'errorPlayerExcluded',
  realityCheckDue: 'errorRealityCheckDue',
  limitReached: 'errorLimitReached',
  maxBetExceeded: 'errorMaxBetExceeded',
  countryRestricted: 'errorCountryRestricted',
  gameUnavailable: 'errorGameUnavailable',
  currencyNotOffered: 'errorCurrencyNotOffered',
}

export const failureWords = (failure: FailureName, words: Words) => words(keys[failure] ?? 'errorUnexpected')

/** Replaces the game: loading failed, or the session has ended. */
export function fatalMessage(title: string, text: string, action?: { label: string; run: () => void }): HTMLElement {
  const button = action && el('button', { type: 'button', class: 'primary' }, action.label)
  button?.addEventListener('click', action!.run)
  return el('main', { class: 'dead', role: 'alert' }, el('h1', {}, title), el('p', {}, text), button)
}
