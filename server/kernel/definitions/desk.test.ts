/** Definitions at the desk: drafts, checks, schedules and ends, by areas. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashbackKind } from '#server/rewards/cashback/kind.ts'
import { type DeskAnswer, type DeskCall, type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { seedDefinitions } from './seed.ts'

let desk: TestDesk
let marta: DeskPerson
let cora: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  await seedDefinitions(desk.app.deps, [cashbackKind])
  marta = await desk.person('marta', 'marketing')
  cora = await desk.person('cora', 'content')
})
afterAll(() => desk.close())

const base = '/api/definitions/rewards/cashback'
const post = (person: DeskPerson, path: string, body: object = {}): Promise<DeskAnswer> =>
  person.call({ method: 'POST', url: `${base}${path}`, body } satisfies DeskCall)
const versions = async (): Promise<any[]> => (await marta.call({ url: `${base}/weekly` })).body
const refusalOf = ({ status, body }: DeskAnswer) => [status, body.error.name]
const reason = 'a better offer for the winter'

test('each area lists its own kinds, and a kind has a schema', async () => {
  const { body } = await marta.call({ url: '/api/definitions/rewards' })
  expect(body.kinds).toContain('cashback')
  expect(body.kinds).not.toContain('role')
  expect(body.definitions).toContainEqual(
    expect.objectContaining({ kind: 'cashback', identity: 'weekly', version: 1, state: 'active' }),
  )
  const schema = await marta.call({ url: base })
  expect(schema.body.required).toEqual(['name', 'percent', 'min', 'max'])
  expect(refusalOf(await marta.call({ url: '/api/definitions/rewards/role' }))).toEqual([404, 'kindUnknown'])
})

// Shows: attack 155
test('a check names every fault by its path, the changes and the missing texts, and saves nothing', async () => {
  const [{ data }] = await versions()
  const faulty = { ...data, percent: 26, max: { base: 'much' } }
  const { body } = await post(marta, '/check', { identity: 'weekly', data: faulty })
  expect(body.faults.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(['percent', 'max.base'])
  const better = await post(marta, '/check', {
    identity: 'weekly',
    data: { ...data, percent: 12.5, name: { en: 'More' } },
  })
  expect(better.body.faults).toEqual([])
  expect(better.body.changes).toContain(`percent: ${data.percent} -> 12.5`)
  expect(better.body.texts).toEqual([
    { name: 'name', texts: { en: 'More' }, missing: ['pt-BR', 'de', 'ar', 'es', 'fr-CA'] },
  ])
  expect(await versions()).toHaveLength(1)
})

test('a draft is put in force, replaces the version before, and can be ended; each by its right and once', async () => {
  const [{ data }] = await versions()
  const draft = { data: { ...data, percent: 12 }, reason }
  expect(refusalOf(await post(cora, '/weekly', draft))).toEqual([403, 'notPermitted'])
  expect(refusalOf(await post(marta, '/weekly', { data: { percent: 12 }, reason }))).toEqual([422, 'definitionInvalid'])
  expect(refusalOf(await post(marta, '/Weekly!', draft))).toEqual([422, 'identityInvalid'])
  const saved = await Promise.all([post(marta, '/weekly', draft), post(marta, '/weekly', draft)])
  expect(saved.map(({ body }) => body.version).toSorted()).toEqual([2, 3])
  // Without a time it is now.
  const scheduled = await Promise.all([2, 2].map((version) => post(marta, `/weekly/${version}/schedule`)))
  expect(scheduled.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await post(marta, '/weekly/3/archive')).status).toBe(200)
  expect(refusalOf(await post(marta, '/weekly/2/archive'))).toEqual([409, 'isActive'])
  const shown = (await versions()).map(({ version, state, actor, comment }) => ({ version, state, actor, comment }))
  expect(shown.slice(0, 2)).toEqual([
    { version: 3, state: 'archived', actor: 'operator:marta', comment: reason },
    { version: 2, state: 'active', actor: 'operator:marta', comment: reason },
  ])
  expect((await post(marta, '/weekly/end', { reason: 'the season is over' })).status).toBe(200)
  expect(refusalOf(await post(marta, '/weekly/end', { reason: 'the season is over' }))).toEqual([409, 'notActive'])
  const { rows } = await desk.app.db.asOwner(
    "SELECT actor, detail->>'reason' AS reason FROM identity.audit WHERE action = 'definition-changed' AND detail->'after'->>'state' = 'ended' AND detail->>'identity' = 'weekly'",
  )
  expect(rows).toContainEqual({ actor: 'operator:marta', reason: 'the season is over' })
})

test.each([
  ['an unknown version', '/weekly/99/schedule', { startsAt: null, endsAt: null }, [404, 'definitionNotFound']],
  ['a strange number', '/weekly/1e9/schedule', { startsAt: null, endsAt: null }, [422, 'validation']],
  ['a moment that is none', '/weekly/3/schedule', { startsAt: 'tomorrow', endsAt: null }, [422, 'validation']],
  ['a missing reason', '/weekly', { data: {} }, [422, 'validation']],
  ['an end without a reason', '/weekly/end', {}, [422, 'validation']],
  ['data that are a list', '/weekly', { data: [], reason }, [422, 'definitionInvalid']],
])('%s is refused', async (_name, path, body, refusal) => {
  expect(refusalOf(await post(marta, path, body))).toEqual(refusal)
})

test('a role changes only when a second person approves it, and not if another version came into force meanwhile', async () => {
  const [olga, otto] = [await desk.person('olga', 'manager'), await desk.person('otto', 'manager')]
  const url = '/api/definitions/operators/role/auditor'
  const [{ data }] = (await olga.call({ url })).body
  const draft = () => olga.call({ method: 'POST', url, body: { data: { ...data, title: 'Auditors' }, reason } })
  const schedule = (version: number) =>
    olga.call({ method: 'POST', url: `${url}/${version}/schedule`, body: { startsAt: null, endsAt: null } })
  const stateOf = async (version: number) =>
    (await olga.call({ url })).body.find((each: { version: number }) => each.version === version).state
  expect([(await draft()).body.version, (await draft()).body.version]).toEqual([2, 3])
  const asked = [await schedule(2), await schedule(3)]
  expect(asked.map(({ status }) => status)).toEqual([202, 202])
  expect([await stateOf(2), await stateOf(3)]).toEqual(['draft', 'draft'])
  const approve = ({ body }: DeskAnswer) =>
    otto.call({ method: 'POST', url: `/api/requests/${body.waiting.request}/approval` })
  expect((await approve(asked[0]!)).status).toBe(200)
  expect(await stateOf(2)).toBe('active')
  expect((await approve(asked[1]!)).status).toBe(409)
  expect(await stateOf(3)).toBe('draft')
})

test('a threshold is a rule about operators: whoever changes rewards cannot, and a second person approves it', async () => {
  const olga = await desk.person('olivia', 'manager')
  const otto = await desk.person('oskar', 'manager')
  const url = '/api/definitions/operators/threshold/adjustment'
  const [{ data }] = (await olga.call({ url })).body
  const body = { data: { ...data, above: { base: '1000000' } }, reason }
  const asReward = '/api/definitions/rewards/threshold/adjustment'
  expect(refusalOf(await marta.call({ method: 'POST', url: asReward, body }))).toEqual([404, 'kindUnknown'])
  expect(refusalOf(await marta.call({ method: 'POST', url, body }))).toEqual([403, 'notPermitted'])
  const { version } = (await olga.call({ method: 'POST', url, body })).body
  const asked = await olga.call({ method: 'POST', url: `${url}/${version}/schedule` })
  expect(asked.status).toBe(202)
  const approval = `/api/requests/${asked.body.waiting.request}/approval`
  expect((await olga.call({ method: 'POST', url: approval })).status).toBe(403)
  expect((await otto.call({ method: 'POST', url: approval })).status).toBe(200)
  const ended = await olga.call({ method: 'POST', url: `${url}/end`, body: { reason } })
  expect(ended.status).toBe(202)
})
