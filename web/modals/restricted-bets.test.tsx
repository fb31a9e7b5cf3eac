import { expect, test } from 'vitest'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../api/use-api.ts'
import { RestrictedText } from './restricted-bets.tsx'

test('the text contains the name of the excluded game, and never its identity', () => {
  const answers: Array<[readonly unknown[], unknown]> = [
    [apiKey('GET /api/game/games/{id}', { params: { id: 'dice' } }), { name: 'Dice' }],
  ]
  expect(textOf(<RestrictedText gameId="dice" />, { answers })).toMatch(/^Your bonus cannot be used in Dice\./)
  expect(textOf(<RestrictedText gameId="long-gone" />)).toMatch(/^Your bonus cannot be used in this game\./)
})
