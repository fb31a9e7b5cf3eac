import { expect, test } from 'vitest'
import type { DocumentCase } from '#contract/desk/documents.ts'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { DocumentPage } from './case.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const document = {
  id: 'd1',
  playerId: 'p1',
  type: 'passport',
  name: 'passport.pdf',
  mimeType: 'application/pdf',
  size: 1000,
  state: 'pending',
  createdAt: at,
  decidedAt: null,
  decidedBy: null,
  reason: null,
}
const player = {
  id: 'p1',
  status: 'active',
  firstName: 'Ada',
  lastName: null,
  country: 'DE',
  email: null,
  phone: '491511',
  identityVerifiedAt: null,
  createdAt: at,
  details: {
    birthdate: '1990-02-01',
    address: 'Main Street 1',
    postalCode: '10115',
    city: 'Berlin',
    occupation: 'Nurse',
  },
}
const caseOf = (part: object = {}, others: object[] = []) =>
  ({ document: { ...document, ...part }, player, others }) as unknown as DocumentCase
type Site = { shown?: DocumentCase; scopes?: string[]; posts?: Answering; waiting?: string[] }
const opened = ({
  shown = caseOf(),
  scopes = ['players:decide'],
  posts = () => ({}),
  waiting = ['d1', 'd2'],
}: Site = {}) =>
  show(<DocumentPage operator={{ scopes } as never} params={{ documentId: 'd1' }} />, {
    path: '/documents/d1',
    answer: (call) => {
      if (call.route === 'GET /api/documents/d1') return { body: shown }
      if (call.route === 'GET /api/queues/documents') return { body: { ids: waiting, waiting: waiting.length } }
      if (call.route === 'POST /api/claims') return { body: { operator: 'Grace', isOwn: false } }
      if (call.route === 'GET /api/documents/d1/file') return { body: new TextEncoder().encode('%PDF') }
      return call.route.includes('/claims') ? {} : posts(call)
    },
  })
const written = ({ calls }: ShownView) =>
  calls.filter(({ route }) => !route.startsWith('GET') && !route.includes('/claims'))
const route = 'POST /api/documents/d1/decision'

test('a document is approved as it was seen, and the next one opens', async () => {
  const page = await opened()
  await page.pass(1)
  expect(page.text).toContain(label('documents.place', { at: 1, of: 2 }))
  expect(page.text).toContain(label('queue.claimed', { name: 'Grace' }))
  await page.press(label('documents.approve'))
  expect(written(page)).toEqual([{ route, body: { decision: 'approved', reason: '', seen: null } }])
  expect(page.address).toBe('/documents/d2')
})

test('it is declined with the reason that the player reads, also a second time, after the decision that was seen', async () => {
  const shown = caseOf({ state: 'approved', decidedAt: at, decidedBy: 'Mia', reason: null })
  const page = await opened({ shown })
  expect(page.text).toContain(label('documents.decided', { by: 'Mia', moment: spaced(formatMoment(at)) }))
  expect(page.find(label('documents.approve')).disabled).toBe(true)
  await page.enter(label('documents.reason'), 'It has expired')
  await page.press(label('documents.decline'))
  expect(written(page)).toEqual([{ route, body: { decision: 'declined', reason: 'It has expired', seen: at } }])
})

test('a refused decision says why, stays on the document, and reads it again', async () => {
  const page = await opened({
    posts: () => ({ status: 409, body: { error: { name: 'decidedMeanwhile', message: 'Another was faster.' } } }),
  })
  const reads = () => page.calls.filter(({ route }) => route === 'GET /api/documents/d1').length
  const before = reads()
  await page.press(label('documents.approve'))
  expect([page.text.includes('Another was faster.'), page.address, reads()]).toEqual([
    true,
    '/documents/d1',
    before + 1,
  ])
})

test('whoever may only read sees no decision, and a removed operator is somebody', async () => {
  const page = await opened({
    scopes: ['players:read'],
    shown: caseOf({ state: 'declined', decidedAt: at, decidedBy: null, reason: 'Blurred' }),
  })
  expect([page.has(label('documents.approve')), page.has(label('documents.decline'))]).toEqual([false, false])
  expect(page.text).toContain(label('documents.mayNot'))
  expect(page.text).toContain(
    `${label('documents.decided', { by: label('documents.somebody'), moment: spaced(formatMoment(at)) })} Blurred`,
  )
})

test('beside the document stands what its player has stated, and the other documents', async () => {
  const { text, find, has } = await opened({ shown: caseOf({}, [{ ...document, id: 'd9', type: 'selfie' }]) })
  const none = label('documents.notStated')
  for (const fact of [
    `${label('documents.fact.name')} Ada `,
    `${label('documents.fact.birthdate')} 1990-02-01`,
    `${label('documents.fact.address')} Main Street 1, 10115 Berlin`,
    `${label('documents.fact.email')} ${none}`,
    `${label('documents.fact.phone')} +491511`,
    `${label('documents.fact.verified')} ${none}`,
    'Nurse',
  ])
    expect(text).toContain(fact)
  expect(find(label('documents.toPlayer')).getAttribute('href')).toBe('/players/p1')
  expect(text).toContain(label('documents.others'))
  expect(has(label('documents.mayNot'))).toBe(false)
  expect((await opened()).text).not.toContain(label('documents.others'))
})
