import { afterEach, expect, test } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { dropReturnGame, readReturnGame } from './return-game.ts'
import { useReturnLink } from './stage-effects.ts'

const run = hooks()
afterEach(dropReturnGame)

// Shows: 2.6.7
test.each([
  ['real', true, '/games/dice?play=real'],
  ['real', false, null],
  ['demo', true, null],
] as const)('a game in %s play that is open: %s leaves the link %s', async (mode, isOpen, link) => {
  await run(() => useReturnLink('dice', mode, isOpen))
  expect(readReturnGame()).toBe(link)
})
