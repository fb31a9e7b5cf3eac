import { expect, test } from 'vitest'
import { readChoices, stakeKey, withStake, writeChoices } from './choices.ts'

function storeOf(text: string | null = null) {
  let held = text
  return { getItem: () => held, setItem: (_: string, value: string) => void (held = value) }
}

test('the stake last used is remembered by game and currency', () => {
  const store = storeOf()
  writeChoices(store, (choices) => withStake(choices, stakeKey('dice', 'EUR'), 50))
  writeChoices(store, (choices) => withStake(choices, stakeKey('dice', 'BTC'), 70))
  writeChoices(store, (choices) => withStake({ ...choices, sound: true }, stakeKey('dice', 'EUR'), 60))
  expect(readChoices(store)).toEqual({ stakes: { 'dice BTC': 70, 'dice EUR': 60 }, sound: true, quick: false })
})

test('no stored value, or no storage at all, causes an error', () => {
  for (const text of ['{', 'null', '7', '{"stakes":{"dice EUR":"x","tidepool EUR":-1},"sound":"yes"}'])
    expect(readChoices(storeOf(text))).toEqual({ stakes: {}, sound: false, quick: false })
  expect(readChoices(undefined).stakes).toEqual({})
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => writeChoices(full, (choices) => choices)).not.toThrow()
})

test('the oldest of many stakes is dropped', () => {
  let choices = readChoices(undefined)
  for (let game = 0; game < 100; game++) choices = withStake(choices, stakeKey(`game-${game}`, 'EUR'), 10)
  expect(Object.keys(choices.stakes)).toHaveLength(60)
  expect(choices.stakes['game-99 EUR']).toBe(10)
})
