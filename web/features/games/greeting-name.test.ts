import { expect, test } from 'vitest'
import { greetingName } from './player-lobby.tsx'

test('a generated name greets nobody, a chosen one does', () => {
  const id = '2c5a7e11-0000-4000-8000-000000000000'
  expect(greetingName({ id, nickname: 'player-2c5a7e', firstName: null })).toBeNull()
  expect(greetingName({ id, nickname: 'player-2c5a7e', firstName: 'Dana' })).toBe('Dana')
  expect(greetingName({ id, nickname: 'player-one', firstName: 'Dana' })).toBe('player-one')
})
