// The game's odds and rules, available before the first bet: return, volatility, maximum win, paytable, maths hash.

import type { Odds } from '#games/odds.ts'
import { volatilityOf } from '#games/slot-engine/figures.ts'
import { el } from '../dom.ts'
import type { GameContext, GameView } from '../view.ts'
import { paytable } from './paytable.ts'

const keys = [
  ['Space', 'keyPlay'],
  ['↑ ↓', 'keyStake'],
  ['F', 'keyFullScreen'],
  ['/', 'keySearch'],
  ['?', 'keyInfo'],
] as const

/** Above a trillion the page states only that the maximum win takes more rounds than that on average. */
const mostRounds = 1e12

/** Never more than can be won, and never more often. */
function chosenTopWin({ maxWin, maxWinChance }: Odds) {
  const { numerator, denominator } = maxWin
  return {
    maxWinMultiplier: Number((numerator * 100n) / denominator) / 100,
    maxWinOneIn: Math.ceil(Number(maxWinChance.denominator) / Number(maxWinChance.numerator)),
  }
}

function topWin({ session, words, amounts }: GameContext, odds: Odds | undefined): string {
  const { maxWinMultiplier, maxWinOneIn } = odds ? chosenTopWin(odds) : session.game
  const factor = amounts.figure(Math.floor(maxWinMultiplier * 100) / 100)
  if (maxWinOneIn > mostRounds) return words('topWinRarer', { factor })
  return words('topWinOneIn', { factor, rounds: amounts.figure(maxWinOneIn, 0) })
}

const keyLine = (key: string, text: string) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, text))

export function infoPage(context: GameContext, view: GameView, stake: number): HTMLElement {
  const { session, words, amounts } = context
  const { game, definition } = session
  const odds = view.odds?.()
  const rtp = [...new Set([game.rtpLowest, game.rtpHighest])].map(amounts.percent).join(' – ')
  const facts: Array<[string, string]> = [
    [words('rtp'), rtp],
    [words('volatility'), words(`volatility_${odds ? volatilityOf(odds.variance) : game.volatility}`)],
    [words('topWin'), topWin(context, odds)],
    ...(game.hitRate === null
      ? []
      : [
          [
            words('hitRate'),
            words('hitRateOf', { rate: amounts.percent(game.hitRate), rounds: Math.round(100 / game.hitRate) }),
          ] as [string, string],
        ]),
    [words('stakes'), `${amounts.written(session.stakes.min)} – ${amounts.written(session.stakes.max)}`],
  ]
  return el(
    'div',
    {},
    el('p', { class: 'lead' }, game.description),
    el(
      'dl',
      { class: 'facts' },
      ...facts.map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, el('bdi', {}, value)))),
    ),
    el('p', { class: 'hint' }, words('rtpMeaning', { rtp })),
    definition.kind === 'slot' && paytable(definition.slot, stake, context),
    view.payouts?.(stake),
    ...game.rules.map((rule) => el('section', {}, el('h3', {}, rule.title), el('p', {}, rule.text))),
    el(
      'section',
      {},
      el('h3', {}, words('keys')),
      el(
        'dl',
        { class: 'keys' },
        ...keys.map(([key, word]) => keyLine(key, words(word))),
        ...Object.entries(view.keys ?? {}).map(([key, { word }]) => keyLine(key.toUpperCase(), word)),
      ),
    ),
    el(
      'section',
      {},
      el('h3', {}, words('build')),
      el('p', { class: 'hint' }, words('buildMeaning', { version: game.mathsVersion })),
      el('code', { dir: 'ltr' }, game.mathsHash),
    ),
  )
}
