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

test('pushed rounds are put first without duplicates, and only high ones in the list of high ones', () => {
  const list = [bet('a'), bet('b')]
  const pushed = [bet('d', true), bet('c'), bet('a')]
  expect(withPushed(list, pushed, 'all').map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b'])
  expect(withPushed(list, pushed, 'high').map(({ id }) => id)).toEqual(['d', 'a', 'b'])
  expect(withPushed(list, [bet('b')], 'all')).toBe(list)
})

test('a list has at most 20 rounds', () => {
  let list: LiveBet[] = []
  for (let n = 0; n < 50; n++) list = withPushed(list, [bet(String(n))], 'all')
  expect(list).toHaveLength(20)
  expect(list[0]!.id).toBe('49')
})

test("a pushed round gets the game's name in the locale, or the default name", () => {
  const pushed = { ...bet('a'), game: { id: 'dice', name: 'Dice', thumbnail: '', names: { de: 'Würfel' } } }
  expect(inLocale(pushed, 'de').game).toEqual({ id: 'dice', name: 'Würfel', thumbnail: '' })
  expect(inLocale(pushed, 'ar').game.name).toBe('Dice')
})
