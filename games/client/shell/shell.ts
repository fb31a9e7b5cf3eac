// The frame of every game: results on top, then the game, and the stake and the play button below or beside it.

import type { Act } from '#contract/rounds.ts'
import { actIcons } from '../act-icons.ts'
import { el, icon, set } from '../dom.ts'
import { type Celebration, celebrationOf } from '../celebration.ts'
import { isFramed, report } from '../parent.ts'
import type { GameContext, GameView } from '../view.ts'
import { noticeOf, type Notice } from './notice.ts'
import { type Past, pastOf } from './past.ts'
import { stakePicker, type StakePicker } from './stake.ts'
import { lengthOf } from './word-length.ts'

export type Shell = {
  element: HTMLElement
  stake: StakePicker
  notice: Notice
  celebration: Celebration
  past: Past
  play: HTMLButtonElement
  info: HTMLButtonElement
  fairness: HTMLButtonElement
  /** True if the page around the game shows its name and the balance. */
  isFramed: boolean
  setSound(isOn: boolean): void
  setQuick(isOn: boolean): void
  writeBalance(balance: number): void
  /**
   * The function of the main button: to start a round, to act in the current one, or to bet on the next shared round.
   */
  writePlay(label: string | null, use?: 'act' | 'queue', act?: Act['type']): void
  showLine(line: string, tone?: 'plain' | 'win' | 'warning'): void
}

type ResultLine = Pick<GameContext, 'showLine'> & { element: HTMLElement }

export function resultOf(): ResultLine {
  const line = el('p', { class: 'line-of-words', role: 'status', 'aria-live': 'polite' })
  return {
    element: el('div', { class: 'result' }, line),
    showLine(text, tone = 'plain') {
      line.dataset.tone = tone
      line.textContent = text
    },
  }
}

function tool(label: string, name: Parameters<typeof icon>[0]) {
  return el('button', { type: 'button', class: 'round', 'aria-label': label, title: label }, icon(name))
}

/** A button that is on or off; `put` sets it without a press. */
function toggle(labels: [off: string, on: string], icons: [Parameters<typeof icon>[0], Parameters<typeof icon>[0]]) {
  const element = tool(labels[0], icons[0])
  const put = (isOn: boolean) => {
    const label = labels[isOn ? 1 : 0]
    set(element, { 'aria-label': label, title: label, 'aria-pressed': String(isOn) })
    element.replaceChildren(icon(icons[isOn ? 1 : 0]))
  }
  put(false)
  return { element, put }
}

/** The text of the play button by kind of game. */
const playWords = { slot: 'spin', dice: 'roll', original: 'play', table: 'play' } as const

export function shellOf(context: GameContext, view: GameView, result: ResultLine, isBusy: () => boolean): Shell {
  const { session, words, amounts, sound, pace } = context
  const notice = noticeOf()
  const celebration = celebrationOf({ session, amounts, sound, pace })
  const past = pastOf(context, view, isBusy)
  const currency = session.currency.code
  const stake = stakePicker({
    session,
    words,
    amounts,
    isChip: view.total !== undefined,
    onChange(value) {
      view.setStake(value)
      report({ type: 'stake-changed', stake: value, currency })
    },
  })
  const balance = el('strong', { class: 'figure' })
  const info = tool(words('info'), 'info')
  const fairness = tool(words('fairness'), 'shield')
  const noise = toggle([words('soundOn'), words('soundOff')], ['silence', 'sound'])
  const quick = toggle([words('quickOn'), words('quickOff')], ['bolt', 'boltOn'])
  const playWord = words(session.freeSpins ? 'playFreeSpin' : playWords[session.game.kind])
  const playLabel = el('span', {}, playWord)
  const play = el(
    'button',
    { type: 'button', class: 'play', 'aria-keyshortcuts': 'Space Enter' },
    icon('spin'),
    playLabel,
  )
  const setSound = (isOn: boolean) => {
    sound.set(isOn)
    noise.put(isOn)
  }
  const setQuick = (isOn: boolean) => {
    pace.setQuick(isOn)
    quick.put(isOn)
  }
  noise.element.addEventListener('click', () => {
    setSound(!sound.isOn)
    report({ type: 'sound-changed', isOn: sound.isOn })
  })
  quick.element.addEventListener('click', () => {
    setQuick(!pace.isQuick)
    report({ type: 'quick-results-changed', isOn: pace.isQuick })
  })

  const framed = isFramed()
  const tools = el('div', { class: 'tools' }, noise.element, quick.element, fairness, info)
  const top =
    !framed &&
    el(
      'header',
      { class: 'top' },
      el('h1', {}, session.game.name),
      session.mode === 'demo' && el('span', { class: 'demo' }, words('demo')),
      el(
        'p',
        { class: 'balance' },
        el('span', {}, words(session.mode === 'demo' ? 'demoBalance' : 'balance')),
        ' ',
        balance,
      ),
    )
  const bar = el('section', { class: 'bar', 'aria-label': words('controls') }, tools, stake.element, play)
  const stage = el('main', { class: 'stage' }, past.element, view.element, result.element, celebration.element)
  return {
    element: el(
      'div',
      { class: 'game', 'data-kind': session.game.kind, 'data-framed': framed },
      top,
      stage,
      bar,
      notice.element,
    ),
    stake,
    notice,
    celebration,
    past,
    play,
    info,
    fairness,
    isFramed: framed,
    setSound,
    setQuick,
    showLine: result.showLine,
    writePlay(label, use, act) {
      const text = label ?? playWord
      playLabel.textContent = text
      play.firstElementChild!.replaceWith(icon(use === 'act' ? ((act && actIcons[act]) ?? 'wait') : 'spin'))
      set(play, { 'data-act': use, 'data-word': lengthOf(text) })
    },
    writeBalance: (amount) => (balance.textContent = amounts.written(amount)),
  }
}
