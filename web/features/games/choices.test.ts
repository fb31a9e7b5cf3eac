import { expect, test } from 'vitest'
import { readChoices, stakeKey, withStake, writeChoices } from './choices.ts'

function storeOf(text: string | null = null) {
  let stored = text
  return { getItem: () => stored, setItem: (_: string, value: string) => void (stored = value) }
}

test('the last stake is stored by game and currency', () => {
  const store = storeOf()
  writeChoices(store, (choices) => withStake(choices, stakeKey('dice', 'EUR'), 50))
  writeChoices(store, (choices) => withStake(choices, stakeKey('dice', 'BTC'), 70))
  writeChoices(store, (choices) => withStake({ ...choices, sound: true }, stakeKey('dice', 'EUR'), 60))
  expect(readChoices(store)).toEqual({ stakes: { 'dice BTC': 70, 'dice EUR': 60 }, sound: true, quick: false })
})

test('invalid stored values and missing storage give the defaults without an error', () => {
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

test('only the newest 60 stakes are kept', () => {
  let choices = readChoices(undefined)
  for (let game = 0; game < 100; game++) choices = withStake(choices, stakeKey(`game-${game}`, 'EUR'), 10)
  expect(Object.keys(choices.stakes)).toHaveLength(60)
  expect(choices.stakes['game-99 EUR']).toBe(10)
})
