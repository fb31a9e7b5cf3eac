import { expect, test } from 'vitest'
import type { PlayReply, PlayRequest } from '../studio-api.ts'
import { StudioFailure, type Studio } from './api.ts'
import { newUuid } from '#contract/new-uuid.ts'
import { playUntilSettled } from './round.ts'

const settled = { round: { status: 'settled' }, balance: 1 } as PlayReply
const open = { round: { status: 'open' }, balance: 1 } as PlayReply
const request: PlayRequest = { playId: 'one', stake: 10, choice: null }

/** A studio that returns these answers in order; a string is a failure of that name. */
function scripted(...answers: Array<PlayReply | StudioFailure['failure']>) {
  const requestedIds: string[] = []
  const studio = {
    play: async ({ playId }: PlayRequest) => {
      requestedIds.push(playId)
      const answer = answers[Math.min(requestedIds.length - 1, answers.length - 1)]!
      if (typeof answer === 'string') throw new StudioFailure(answer)
      return answer
    },
  } as Studio
  return { studio, asked: requestedIds }
}
const noPause = async () => undefined

test('after a lost answer the request is repeated with the same play id, so that there is never a second bet', async () => {
  const { studio, asked: requestedIds } = scripted('offline', 'internal', settled)
  const states: string[] = []
  expect(await playUntilSettled(studio, request, (state) => states.push(state), noPause)).toBe(settled)
  expect(requestedIds).toEqual(['one', 'one', 'one'])
  expect(states).toEqual(['lost', 'back'])
})

// Shows: 10.31
test('an open round is requested until it is settled', async () => {
  const { studio, asked: requestedIds } = scripted(open, open, settled)
  expect(await playUntilSettled(studio, request, () => undefined, noPause)).toBe(settled)
  expect(requestedIds).toHaveLength(3)
})

test.each([
  'insufficientFunds',
  'launchTokenInvalid',
  'operatorUnavailable',
  'stakeInvalid',
  'playerExcluded',
  'realityCheckDue',
  'countryRestricted',
  'currencyNotOffered',
] as const)('%s took no money and is not retried', async (failure) => {
  const { studio, asked: requestedIds } = scripted(failure)
  await expect(playUntilSettled(studio, request, () => undefined, noPause)).rejects.toMatchObject({ failure })
  expect(requestedIds).toHaveLength(1)
})

test('play ids are version 4 UUIDs and never repeat', () => {
  const ids = new Set(Array.from({ length: 500 }, newUuid))
  expect(ids.size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
