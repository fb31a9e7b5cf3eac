import { expect, test } from 'vitest'
import { frameOrigin } from './frame-link.ts'

// Shows: ASVS 3.5.5
test('in-house games send messages from a sandbox without an origin, other studios from their own origin', () => {
  expect(frameOrigin('/studio/play/dice?token=a', 'https://casino.example')).toBe('null')
  expect(frameOrigin('https://games.studio.example/launch?token=a', 'https://casino.example')).toBe(
    'https://games.studio.example',
  )
})
