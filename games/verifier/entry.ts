// The data of a round: from the round's record, or pasted.

import { definition as dice } from '../dice/maths.ts'
import { el } from '../client/dom.ts'
import type { Words } from '../client/words.ts'
import type { PublicRound } from '../studio-api.ts'
import type { Facts } from './recompute.ts'

export type Entry = { element: HTMLElement; fill(round: PublicRound): void; read(): Facts | null }

export function entryOf(words: Words, games: Record<string, string>, onCheck: () => void): Entry {
  const text = (name: string, more: Record<string, string> = {}) =>
    el('input', { name, type: 'text', autocomplete: 'off', spellcheck: 'false', dir: 'ltr', ...more })
  const game = el(
    'select',
    { name: 'game' },
    ...Object.entries(games).map(([slug, name]) => el('option', { value: slug }, name)),
  )
  const server = text('server')
  const client = text('client')
  const nonce = text('nonce', { inputmode: 'numeric', value: '0' })
  const stake = text('stake', { inputmode: 'numeric', value: '100' })
  const target = text('target', { inputmode: 'numeric', value: String(dice.defaultWinCount) })
  const direction = el(
    'select',
    { name: 'direction' },
    el('option', { value: 'under' }, words('under')),
    el('option', { value: 'over' }, words('over')),
  )
  const field = (label: string, control: HTMLElement, hint = '') =>
    el('label', { class: 'field' }, el('span', {}, words(label)), control, hint && el('small', {}, words(hint)))
  const diceOnly = [field('target', target, 'targetHint'), field('direction', direction)]
  const check = el('button', { type: 'button', class: 'primary' }, words('check'))
  let version: string | undefined

  const showDice = () => diceOnly.forEach((part) => (part.hidden = game.value !== 'dice'))
  game.addEventListener('change', () => {
    version = undefined
    showDice()
  })
  check.addEventListener('click', onCheck)
  showDice()
  const element = el(
    'section',
    { class: 'card', 'aria-label': words('facts') },
    el('h2', {}, words('facts')),
    el(
      'div',
      { class: 'fields' },
      field('game', game),
      field('serverSeed', server, 'serverSeedHint'),
      field('clientSeed', client),
      field('nonce', nonce),
      field('stake', stake, 'stakeHint'),
      ...diceOnly,
    ),
    check,
  )
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onCheck()
  })

  return {
    element,
    fill(round) {
      game.value = round.game
      version = round.mathsVersion
      server.value = round.serverSeed ?? ''
      client.value = round.clientSeed
      nonce.value = String(round.nonce)
      stake.value = String(round.stake)
      if (round.choice) {
        target.value = String(round.choice.target)
        direction.value = round.choice.direction
      }
      showDice()
    },
    read() {
      const numbers = [nonce.value, stake.value].map(Number)
      if (!server.value.trim() || !numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) return null
      const choice =
        game.value === 'dice' ? { target: Number(target.value), direction: direction.value as 'under' | 'over' } : null
      return {
        game: game.value,
        ...(version ? { mathsVersion: version } : {}),
        serverSeed: server.value.trim(),
        clientSeed: client.value,
        nonce: numbers[0]!,
        stake: numbers[1]!,
        choice,
      }
    },
  }
}
