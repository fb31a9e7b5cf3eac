import { expect, test } from 'vitest'
import { frameOrigin } from './frame-link.ts'

test('in-house games speak from a sandbox without an origin, other studios from their own', () => {
  expect(frameOrigin('/studio/play/dice?token=a', 'https://casino.example')).toBe('null')
  expect(frameOrigin('https://games.studio.example/launch?token=a', 'https://casino.example')).toBe(
    'https://games.studio.example',
  )
})
