import { expect, test } from 'vitest'
import { frameOrigin } from './frame-link.ts'

// Shows: ASVS 3.5.5
test('the origin of in-house games is "null", and that of other studios is the origin of their URL', () => {
  expect(frameOrigin('/studio/play/dice?token=a', 'https://casino.example')).toBe('null')
  expect(frameOrigin('https://games.studio.example/launch?token=a', 'https://casino.example')).toBe(
    'https://games.studio.example',
  )
})
