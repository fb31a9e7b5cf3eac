/**
 * What the design of the desk requires of all calls together: rights, reasons and second persons. Each list names every
 * exception, so that a new call, or a change of one, is noticed here.
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { areas, scopes } from '#contract/desk/scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import shippedRoles from '#content/rewards/roles.json' with { type: 'json' }
import { deskRoutes } from '../modules.ts'

const endpoints = deskRoutes.map(({ endpoint }) => endpoint)
const acts = endpoints.filter(({ method, scope }) => method !== 'GET' && scope)
const namesOf = (some: Endpoint[]) => some.map(({ method, path }) => `${method} ${path}`).toSorted()

test('the auditor may read everything and nothing else, and the regulator a part of it', () => {
  const reads = areas.map((area) => `${area}:read`)
  expect(shippedRoles.auditor.scopes.toSorted()).toEqual(reads.toSorted())
  expect(reads).toEqual(expect.arrayContaining(shippedRoles.regulator.scopes))
  expect(shippedRoles.regulator.scopes.length).toBeLessThan(reads.length)
})

test('no role but the manager gives rights, and each role has only scopes that there are', () => {
  for (const [role, { scopes: held }] of Object.entries(shippedRoles)) {
    expect(scopes, role).toEqual(expect.arrayContaining(held))
    expect([role, held.some((scope) => /^operators:(do|decide)$/.test(scope))]).toEqual([role, role === 'manager'])
  }
})

test('a right to read changes nothing, and does not suffice for everything about a person at once', () => {
  expect(namesOf(acts.filter(({ scope }) => scope!.endsWith(':read')))).toEqual(['POST /api/collections/preview'])
  expect(
    namesOf(endpoints.filter(({ method, scope }) => method === 'GET' && scope && !scope.endsWith(':read'))),
  ).toEqual(['GET /api/complaints/{complaintId}/evidence', 'GET /api/players/{playerId}/export'])
})

test("calls without a scope concern one's own sign-in, or ask for the scope of what they are about", () => {
  const own = /^\/api\/(session|sessions|tokens|enrolment|passkeys)(\/|$)/
  const unscoped = endpoints.filter(({ scope, path }) => !scope && !own.test(path))
  expect(namesOf(unscoped)).toEqual([
    'DELETE /api/claims/{kind}/{id}',
    'DELETE /api/requests/{id}',
    'GET /api/find',
    'GET /api/requests',
    'GET /api/requests/{id}',
    'GET /api/waiting',
    'POST /api/claims',
    'POST /api/requests/{id}/act',
    'POST /api/requests/{id}/approval',
    'POST /api/requests/{id}/refusal',
  ])
})

test('no call loosens the protection of a player', () => {
  const ofPlayers = acts.filter(
    ({ path, scope }) => scope!.startsWith('protection:') && !path.includes('/definitions/'),
  )
  expect(namesOf(ofPlayers)).toEqual([
    'POST /api/households/{flagId}/decision',
    'POST /api/markers/{markerId}/decision',
    'POST /api/players/{playerId}/breaks',
    'POST /api/players/{playerId}/concerns',
    'POST /api/players/{playerId}/limits',
  ])
  expect(namesOf(endpoints.filter(({ path }) => /\/(limits|breaks|exclusions)\b/.test(path)))).toEqual([
    'POST /api/players/{playerId}/breaks',
    'POST /api/players/{playerId}/limits',
  ])
})

test('money, factors, rights, roles, thresholds and what identifies a player need a second person', () => {
  expect(namesOf(deskRoutes.filter(({ secondPerson }) => secondPerson).map(({ endpoint }) => endpoint))).toEqual([
    'POST /api/definitions/operators/{kind}/{identity}/end',
    'POST /api/definitions/operators/{kind}/{identity}/{version}/archive',
    'POST /api/definitions/operators/{kind}/{identity}/{version}/schedule',
    'POST /api/flags/{number}/decision',
    'POST /api/jackpots',
    'POST /api/jackpots/{jackpotId}/close',
    'POST /api/payment-debts/{number}/clearance',
    'POST /api/people',
    'POST /api/people/{name}/invitation',
    'POST /api/players/{playerId}/adjustments',
    'POST /api/players/{playerId}/closed-payments',
    'POST /api/players/{playerId}/erasure',
    'POST /api/players/{playerId}/factors/reset',
    'POST /api/players/{playerId}/rewards',
    'POST /api/sports/debts/{betId}/clearance',
    'POST /api/withdrawals/{number}/decision',
    'PUT /api/people/{name}/roles',
    'PUT /api/players/{playerId}/email',
    'PUT /api/players/{playerId}/phone',
  ])
})

test('every act states its reason, but for drafts and checks, words to a player, and what is listed here', () => {
  const demands = ({ body }: Endpoint) =>
    body !== undefined &&
    (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).required ?? []).includes('reason')
  const draft = /(-check|-preview|\/check|\/preview|content-draft|content-draft\/end)$/
  const words = /\/(notes|answer|final|messages|typing)$/
  const silent = acts.filter((each) => !demands(each) && !draft.test(each.path) && !words.test(each.path))
  expect(namesOf(silent)).toEqual(
    [
      // The refusal of a document or withdrawal has a reason, which the verb demands; an approval needs none.
      'POST /api/documents/{documentId}/decision',
      'POST /api/withdrawals/{number}/decision',
      // Who may work here, and with which device.
      'DELETE /api/people/{name}',
      'DELETE /api/people/{name}/passkeys/{passkeyId}',
      'DELETE /api/people/{name}/sessions/{sessionId}',
      'POST /api/people',
      'POST /api/people/{name}/invitation',
      'PUT /api/people/{name}/roles',
      // A version has the reason of whoever wrote it; these say when it applies.
      ...['operators', 'protection', 'rewards'].flatMap((area) => [
        `POST /api/definitions/${area}/{kind}/{identity}/{version}/archive`,
        `POST /api/definitions/${area}/{kind}/{identity}/{version}/schedule`,
      ]),
      // What they are about says why.
      'DELETE /api/players/{playerId}/tags/{tag}',
      'POST /api/books/{partner}/comparison',
      'POST /api/campaigns/{identity}',
      'POST /api/campaigns/{identity}/cancel',
      'POST /api/conversations/{conversationId}/close',
      'POST /api/players/{playerId}/reset-link',
      'POST /api/rates/{code}/held',
      'POST /api/shared-rounds/{game}/chains/{lastHash}/salt',
      'POST /api/studios/reading',
      'PUT /api/conversations/{conversationId}/operator',
      'PUT /api/players/{playerId}/tags/{tag}',
    ].toSorted(),
  )
})
