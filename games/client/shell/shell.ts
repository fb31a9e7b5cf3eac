// The layout around every game: name and tools at the top, the game in the middle, balance, stake and play button
// below.

import { el, icon, set } from '../dom.ts'
import type { GameContext, GameView } from '../view.ts'
import { noticeOf, type Notice } from './notice.ts'
import { stakePicker, type StakePicker } from './stake.ts'

export type Shell = {
  element: HTMLElement
  stake: StakePicker
  notice: Notice
  play: HTMLButtonElement
  info: HTMLButtonElement
  fairness: HTMLButtonElement
  writeBalance(balance: number): void
  say(line: string, tone?: 'plain' | 'win' | 'warning'): void
}

type Saying = Pick<Shell, 'say'> & { element: HTMLElement }

export function sayingOf(): Saying {
  const element = el('p', { class: 'line-of-words', role: 'status', 'aria-live': 'polite' })
  return {
    element,
    say(line, tone = 'plain') {
      element.dataset.tone = tone
      element.textContent = line
    },
  }
}

function tool(label: string, name: Parameters<typeof icon>[0]) {
  return el('button', { type: 'button', class: 'round', 'aria-label': label, title: label }, icon(name))
}

export function shellOf(context: GameContext, view: GameView, saying: Saying): Shell {
  const { session, words, amounts, sound } = context
  const notice = noticeOf()
  const stake = stakePicker(context, (value) => view.setStake(value))
  const balance = el('strong', { class: 'figure' })
  const info = tool(words('info'), 'info')
  const fairness = tool(words('fairness'), 'shield')
  const noise = tool(words('soundOn'), 'silence')
  const playWord = words(session.game.kind === 'dice' ? 'roll' : 'spin')
  const play = el(
    'button',
    { type: 'button', class: 'play', 'aria-keyshortcuts': 'Space' },
    icon('spin'),
    el('span', {}, playWord),
  )

  noise.addEventListener('click', () => {
    sound.toggle()
    const label = words(sound.isOn ? 'soundOff' : 'soundOn')
    set(noise, { 'aria-label': label, title: label, 'aria-pressed': String(sound.isOn) })
    noise.replaceChildren(icon(sound.isOn ? 'sound' : 'silence'))
  })
  const top = el(
    'header',
    { class: 'top' },
    el('h1', {}, session.game.name),
    session.mode === 'demo' && el('span', { class: 'demo' }, words('demo')),
    el('div', { class: 'tools' }, noise, fairness, info),
  )
  const bar = el(
    'section',
    { class: 'bar', 'aria-label': words('controls') },
    el(
      'div',
      { class: 'balance' },
      el('span', {}, words(session.mode === 'demo' ? 'demoBalance' : 'balance')),
      balance,
    ),
    view.controls,
    stake.element,
    play,
  )
  const stage = el('main', { class: 'stage' }, view.element, saying.element)
  return {
    element: el('div', { class: 'game', 'data-kind': session.game.kind }, top, stage, bar, notice.element),
    stake,
    notice,
    play,
    info,
    fairness,
    say: saying.say,
    writeBalance: (amount) => (balance.textContent = amounts.written(amount)),
  }
}
