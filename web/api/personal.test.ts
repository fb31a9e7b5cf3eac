import { expect, test } from 'vitest'
import { everyEndpoint } from '#contract/api.ts'
import { dependsOnSession, isPersonal } from './personal.ts'

test('isPersonal is true for every GET that the contract restricts to players, and false for public ones', () => {
  const reads = everyEndpoint()
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method === 'GET' && access !== 'partner')
  const of = (access: string) => reads.filter((read) => read.access === access).map(({ path }) => `GET ${path}`)
  expect(of('player').filter((route) => !isPersonal(route))).toEqual([])
  expect(of('public').filter(isPersonal)).toEqual([])
})

// Shows: change 40
test('dependsOnSession is true for the public reads of tournaments and bonus pages only', () => {
  const reads = everyEndpoint()
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method === 'GET' && access === 'public')
  expect(
    reads
      .map(({ path }) => path)
      .filter((path) => dependsOnSession(`GET ${path}`))
      .toSorted(),
  ).toEqual([
    '/api/game/bonuses/pages/{identity}',
    '/api/retention/tournaments',
    '/api/retention/tournaments/{identity}',
    '/api/retention/tournaments/{identity}/leaderboard',
  ])
})
