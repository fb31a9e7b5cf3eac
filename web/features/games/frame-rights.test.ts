import { expect, test } from 'vitest'
import { frameRights } from './frame-rights.ts'

const site = 'https://fairhouse.example'

// Shows: ASVS 3.5.4
test('a frame of this site never gets allow-same-origin', () => {
  for (const url of ['/play/dice?token=x', `${site}/play/dice`, '//fairhouse.example/x'])
    expect(frameRights(url, site)).not.toContain('allow-same-origin')
})

test('only in-house games may open windows', () => {
  expect(frameRights('/play/dice', site)).toContain('allow-popups')
  for (const url of ['https://games.studio.example/launch', '//studio.example/x', 'http://fairhouse.example/x'])
    expect(frameRights(url, site)).toBe('allow-scripts allow-same-origin')
})
