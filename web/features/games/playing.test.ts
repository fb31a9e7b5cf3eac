import { expect, test } from 'vitest'
import { type PlayLocation, playingAt } from './playing.ts'

const lobby: PlayLocation = { gameId: null, play: null, isSignedIn: true, isExcluded: false }
const dice = { gameId: 'dice', mode: 'real' } as const

test('an open game stays open on other pages and back on its own', () => {
  const opened = playingAt({ ...lobby, gameId: 'dice', play: 'real' }, null)
  expect(opened).toEqual(dice)
  expect(playingAt(lobby, opened)).toBe(opened)
  expect(playingAt({ ...lobby, gameId: 'tidepool' }, opened)).toBe(opened)
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'real' }, opened)).toBe(opened)
})

test('an address with another game or mode replaces the open game', () => {
  expect(playingAt({ ...lobby, gameId: 'tidepool', play: 'real' }, dice)).toEqual({ gameId: 'tidepool', mode: 'real' })
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'demo' }, dice)).toEqual({ gameId: 'dice', mode: 'demo' })
})

test('the address of its page without `play` closes the game', () => {
  expect(playingAt({ ...lobby, gameId: 'dice' }, dice)).toBeNull()
})

// Shows: attack 146, pair open round/sign-out
test('the end of the session closes a real-money game on any page, but not a demo', () => {
  const ended = { ...lobby, isSignedIn: false }
  expect(playingAt(ended, dice)).toBeNull()
  expect(playingAt({ ...ended, gameId: 'dice', play: 'real' }, dice)).toBeNull()
  expect(playingAt(ended, { gameId: 'dice', mode: 'demo' })).toEqual({ gameId: 'dice', mode: 'demo' })
})

// Shows: attack 146
test('an exclusion closes a real-money game in the mini player, but not on its own page, which explains the refusal', () => {
  expect(playingAt({ ...lobby, isExcluded: true }, dice)).toBeNull()
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'real', isExcluded: true }, dice)).toBe(dice)
})

test('real play without a session and an unknown mode open no game', () => {
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'real', isSignedIn: false }, null)).toBeNull()
  expect(playingAt({ ...lobby, gameId: 'dice', play: 'other' }, null)).toBeNull()
})
