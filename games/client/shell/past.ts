// The last results in a scrolling strip, newest first. Each opens the page of its round.

import type { StudioRound } from '#games/studio-api.ts'
import { el } from '../dom.ts'
import { amountOf, resultName, rollPastNames, toneOf } from '../results.ts'
import type { GameContext, GameView } from '../view.ts'
import { openRoundPage, roundAddress } from './round-page.ts'

export type Past = { element: HTMLElement; add(round: StudioRound): void }
type Context = Pick<GameContext, 'session' | 'words' | 'amounts'>
type PastView = Pick<GameView, 'drawn'>

const listed = 20
const arrowSteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * The multiplier that was reached; that of the payout can differ slightly, because a fraction of a subunit is decided by
 * a draw.
 */
function multiplierOf({ payout, stake, extraStake, progress }: StudioRound): number {
  if (payout === 0) return 0
  return progress && 'worth' in progress.view ? progress.view.worth.multiplier : payout / (stake + extraStake)
}

export function pastTextOf({ session, words, amounts }: Context, view: PastView, round: StudioRound) {
  const result = { payout: round.payout, staked: round.stake + round.extraStake }
  const name = resultName(result)
  const drawn = round.outcome && view.drawn?.(round.outcome)
  if (drawn) return { text: drawn, unseen: words(rollPastNames[name]), tone: toneOf(result) }
  const multiplier = multiplierOf(round)
  return {
    text: `${amounts.figure(multiplier, multiplier >= 100 ? 0 : 2)}×`,
    unseen: words(name, { amount: amountOf({ session, words, amounts }, result) }),
    tone: toneOf(result),
  }
}

export function pastOf(context: Context, view: PastView, isBusy: () => boolean): Past {
  const { session, words } = context
  const list = el('ol')
  const label = words(session.game.kind === 'dice' ? 'lastRolls' : 'lastResults')
  const element = el('div', { class: 'past', role: 'region', 'aria-label': label }, list)
  const links = () => [...list.querySelectorAll('a')]
  // One stop of the tab key; the arrow keys move to the neighbours.
  list.addEventListener('keydown', (event) => {
    const all = links()
    const step = arrowSteps[event.key]
    if (!step) return
    event.preventDefault()
    all[all.indexOf(event.target as HTMLAnchorElement) + (session.direction === 'rtl' ? -step : step)]?.focus()
  })
  list.addEventListener('focusin', ({ target }) => {
    for (const link of links()) link.tabIndex = link === target ? 0 : -1
  })
  return {
    element,
    add(round) {
      const { text, unseen, tone } = pastTextOf(context, view, round)
      const address = roundAddress(round.id, session.locale)
      // A multiplier is always written left to right; a sentence has the direction of its language.
      const link = el(
        'a',
        { href: address, target: '_blank', title: words('openRound') },
        el('span', { class: 'unseen' }, unseen),
        ' ',
        el('bdi', {}, text),
      )
      link.addEventListener('click', (event) => openRoundPage(event, address, isBusy))
      for (const each of links()) each.tabIndex = -1
      list.prepend(el('li', { 'data-result': tone }, link))
      while (list.children.length > listed) list.lastElementChild!.remove()
      element.scrollLeft = 0
    },
  }
}
