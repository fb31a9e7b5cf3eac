import { expect, test } from 'vitest'
import type { LiveBet } from '#contract/games.ts'
import { inLocale, withPushed } from './live-lists.ts'

const bet = (id: string, isHigh = false): LiveBet => ({
  id,
  game: { id: 'dice', name: 'Dice', thumbnail: '/tile.svg' },
  nickname: 'Ma***',
  currency: 'EUR',
  stake: 100,
  win: 0,
  isHigh,
  at: '2026-11-21T12:00:00Z',
  verifyUrl: null,
})

test('a pushed round comes first, each once, and only high ones among the high', () => {
  const held = [bet('a'), bet('b')]
  const pushed = [bet('d', true), bet('c'), bet('a')]
  expect(withPushed(held, pushed, 'all').map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b'])
  expect(withPushed(held, pushed, 'high').map(({ id }) => id)).toEqual(['d', 'a', 'b'])
  expect(withPushed(held, [bet('b')], 'all')).toBe(held)
})

test('a list never grows beyond what is read', () => {
  let held: LiveBet[] = []
  for (let n = 0; n < 50; n++) held = withPushed(held, [bet(String(n))], 'all')
  expect(held).toHaveLength(20)
  expect(held[0]!.id).toBe('49')
})

test("a pushed round has its game's name in the page's language, or the English one", () => {
  const pushed = { ...bet('a'), game: { id: 'dice', name: 'Dice', thumbnail: '', names: { de: 'Würfel' } } }
  expect(inLocale(pushed, 'de').game).toEqual({ id: 'dice', name: 'Würfel', thumbnail: '' })
  expect(inLocale(pushed, 'ar').game.name).toBe('Dice')
})
