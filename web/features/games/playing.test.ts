import { expect, test } from 'vitest'
import { type Place, playingAt } from './playing.ts'

const lobby: Place = { gameId: null, play: null, isSignedIn: true, isExcluded: false }
const dice = { gameId: 'dice', mode: 'real' } as const

test('a game stays the same one from its page to any other page and back', () => {
  const opened = playingAt({ ...lobby, gameId: 'dice', play: 'real' }, null)
  expect(opened).toEqual(dice)
  expect(playingAt(lobby, opened)).toBe(opened)
  expect(playingAt({ ...lobby, gameId: 'tidepool' }, opened)).toBe(opened)
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'real' }, opened)).toBe(opened)
})

test('another game or another mode replaces it', () => {
  expect(playingAt({ ...lobby, gameId: 'tidepool', play: 'real' }, dice)).toEqual({ gameId: 'tidepool', mode: 'real' })
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'demo' }, dice)).toEqual({ gameId: 'dice', mode: 'demo' })
})

test('its own page without the game closes it', () => {
  expect(playingAt({ ...lobby, gameId: 'dice' }, dice)).toBeNull()
})

// Shows: attack 146, pair open round/sign-out
test('the end of the session closes a real-money game on any page, and leaves a demo open', () => {
  const ended = { ...lobby, isSignedIn: false }
  expect(playingAt(ended, dice)).toBeNull()
  expect(playingAt({ ...ended, gameId: 'dice', play: 'real' }, dice)).toBeNull()
  expect(playingAt(ended, { gameId: 'dice', mode: 'demo' })).toEqual({ gameId: 'dice', mode: 'demo' })
})

// Shows: attack 146
test('a break closes a real-money game in the mini player; on its own page the game explains the refusal', () => {
  expect(playingAt({ ...lobby, isExcluded: true }, dice)).toBeNull()
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'real', isExcluded: true }, dice)).toBe(dice)
})

test('without a session nothing is played for real, and an unknown mode is not played at all', () => {
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'real', isSignedIn: false }, null)).toBeNull()
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'other' }, null)).toBeNull()
})
