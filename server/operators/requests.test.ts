/** Acts that need a second person: who may approve them, and that each happens once or not at all. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let olga: DeskPerson
let ben: DeskPerson
beforeEach(async () => {
  desk = await testDesk()
  olga = await desk.person('olga', 'manager')
  ben = await desk.person('ben', 'manager')
})
afterEach(() => desk.close())

const refusal = ({ status, body }: { status: number; body: any }) => [status, body?.error?.name]
const askFor = (roles: string[], person = olga) =>
  person.call({ method: 'PUT', url: '/api/people/mia/roles', body: { roles } })
const requestOf = ({ status, body }: { status: number; body: any }): string => {
  expect(status).toBe(202)
  return body.waiting.request
}
const approve = (id: string, person: DeskPerson) => person.call({ method: 'POST', url: `/api/requests/${id}/approval` })
const withdraw = (id: string, person: DeskPerson) => person.call({ method: 'DELETE', url: `/api/requests/${id}` })
const refuse = (id: string, person: DeskPerson, reason = 'not agreed') =>
  person.call({ method: 'POST', url: `/api/requests/${id}/refusal`, body: { reason } })
const read = async (id: string, person = olga) => (await person.call({ url: `/api/requests/${id}` })).body
const rolesOf = async (name: string): Promise<string[]> => {
  const { rows } = await desk.app.db.asOwner('SELECT roles FROM operators.operators WHERE name = $1', [name])
  return rows[0].roles
}

describe('a change of rights', () => {
  let mia: DeskPerson
  beforeEach(async () => {
    mia = await desk.person('mia', 'support')
  })

  test('waits until another manager approves it, and then happens in the name of whoever asked', async () => {
    const id = requestOf(await askFor(['risk']))
    expect(await rolesOf('mia')).toEqual(['support'])
    expect(await read(id, ben)).toMatchObject({
      endpoint: 'PUT /api/people/{name}/roles',
      subject: 'operator mia',
      input: { name: 'mia', roles: ['risk'] },
      askedBy: 'olga',
      state: 'open',
      may: ['approve', 'refuse'],
    })
    expect(await approve(id, ben)).toMatchObject({ status: 200, body: { result: {} } })
    expect(await rolesOf('mia')).toEqual(['risk'])
    expect(await read(id)).toMatchObject({ state: 'done', decidedBy: 'ben', may: [] })
    const { rows } = await desk.app.db.asOwner(
      "SELECT actor, detail FROM identity.audit WHERE action = 'operator-roles-changed'",
    )
    expect(rows).toEqual([
      {
        actor: 'operator:olga',
        detail: {
          operator: 'mia',
          before: { roles: ['support'] },
          after: { roles: ['risk'] },
          approver: 'ben',
          request: id,
        },
      },
    ])
    expect(await approve(id, ben)).toMatchObject({
      status: 409,
      body: { error: { name: 'requestEnded', message: 'ben has approved it already.' } },
    })
  })

  test('is refused at once if the act itself would be, and leaves no request', async () => {
    expect(refusal(await askFor(['nonsense']))).toEqual([422, 'roleUnknown'])
    expect((await olga.call({ url: '/api/requests' })).body.requests).toEqual([])
  })

  test('is approved neither by whoever asked, nor by somebody without the right, nor by whom it concerns', async () => {
    const id = requestOf(await askFor(['manager']))
    expect(refusal(await approve(id, olga))).toEqual([403, 'notYours'])
    expect(refusal(await approve(id, mia))).toEqual([403, 'notYours'])
    const own = requestOf(await ben.call({ method: 'PUT', url: '/api/people/olga/roles', body: { roles: ['risk'] } }))
    expect(refusal(await approve(own, olga))).toEqual([409, 'actRefused'])
    expect(await rolesOf('olga')).toEqual(['manager'])
  })

  test('is not approved by somebody whom the asker invited, even through another', async () => {
    await desk.app.db.asOwner(
      "UPDATE operators.operators SET invited_by = (SELECT id FROM operators.operators WHERE name = 'olga') WHERE name = 'mia'",
    )
    await desk.app.db.asOwner(
      "UPDATE operators.operators SET invited_by = (SELECT id FROM operators.operators WHERE name = 'mia') WHERE name = 'ben'",
    )
    await desk.person('carl', 'manager')
    const id = requestOf(await askFor(['risk']))
    expect(refusal(await approve(id, ben))).toEqual([403, 'notYours'])
    expect(await read(id, ben)).toMatchObject({ may: ['refuse'] })
  })

  test('needs a new code of whoever approves', async () => {
    desk.forward(5 * 60_000)
    const body = { name: 'olga', password: olga.password, code: desk.codeOf(olga) }
    await desk.call({ method: 'POST', url: '/api/session', body })
    const id = requestOf(await askFor(['risk']))
    desk.forward(6 * 60_000)
    expect(refusal(await approve(id, ben))).toEqual([403, 'stepUpRequired'])
    await ben.call({ method: 'POST', url: '/api/session/step-up', body: { code: desk.codeOf(ben) } })
    expect((await approve(id, ben)).status).toBe(200)
  })

  test('ends when it is withdrawn, refused or a week old', async () => {
    const withdrawn = requestOf(await askFor(['risk']))
    expect(refusal(await withdraw(withdrawn, ben))).toEqual([403, 'notYours'])
    expect((await withdraw(withdrawn, olga)).status).toBe(200)
    expect(refusal(await approve(withdrawn, ben))).toEqual([409, 'requestEnded'])
    const refused = requestOf(await askFor(['risk']))
    expect(refusal(await refuse(refused, olga))).toEqual([403, 'notYours'])
    expect((await refuse(refused, ben)).status).toBe(200)
    expect(await read(refused)).toMatchObject({ state: 'refused', note: 'not agreed', decidedBy: 'ben' })
    const late = requestOf(await askFor(['risk']))
    await desk.app.db.asOwner('ALTER TABLE operators.requests DISABLE TRIGGER requests_are_immutable')
    await desk.app.db.asOwner("UPDATE operators.requests SET expires_at = asked_at WHERE state = 'open'")
    await desk.app.db.asOwner('ALTER TABLE operators.requests ENABLE TRIGGER requests_are_immutable')
    expect(await read(late)).toMatchObject({ state: 'expired', may: [] })
    expect(refusal(await approve(late, ben))).toEqual([409, 'requestEnded'])
    const { body } = await ben.call({ url: '/api/requests?state=ended' })
    expect(body.requests.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'expired',
      'refused',
      'withdrawn',
    ])
    expect(await rolesOf('mia')).toEqual(['support'])
  })

  test('is not done once its subject has changed, or whoever asked has lost the right', async () => {
    const stale = requestOf(await askFor(['risk']))
    expect((await approve(requestOf(await askFor(['payments'])), ben)).status).toBe(200)
    expect(refusal(await approve(stale, ben))).toEqual([409, 'subjectChanged'])
    const carl = await desk.person('carl', 'manager')
    const id = requestOf(await askFor(['risk'], carl))
    expect((await ben.call({ method: 'DELETE', url: '/api/people/carl' })).status).toBe(200)
    expect(refusal(await approve(id, ben))).toEqual([409, 'askerLostRight'])
    expect(await rolesOf('mia')).toEqual(['payments'])
  })

  test('asked for twice is one request, and neither it nor another field of it can be rewritten', async () => {
    const id = requestOf(await askFor(['risk']))
    expect(requestOf(await askFor(['risk']))).toBe(id)
    await expect(desk.app.db.asOwner("UPDATE operators.requests SET input = '{}'")).rejects.toThrow('does not change')
    await expect(desk.app.db.asOwner('DELETE FROM operators.requests')).rejects.toThrow('does not change')
  })
})

test('an invitation is created when it is approved, and whoever approved it receives the link', async () => {
  const asked = await olga.call({ method: 'POST', url: '/api/people', body: { name: 'mia', roles: ['support'] } })
  const { body } = await approve(requestOf(asked), ben)
  expect(body.result.link).toMatch(/^http:\/\/localhost:3002\/enrol#[\w-]{43}$/)
})

describe('an operator of one person', () => {
  const alone = async (env: Record<string, string>) => {
    await desk.close()
    desk = await testDesk({ env })
    olga = await desk.person('olga', 'manager')
    await desk.person('mia', 'support')
  }

  test('cannot ask without DESK_OWNER, because nobody would decide', async () => {
    await alone({})
    expect(refusal(await askFor(['risk']))).toEqual([409, 'noSecondPerson'])
  })

  test('acts a day later, and the owner is told by mail', async () => {
    await alone({ DESK_OWNER: 'owner@example.com' })
    const id = requestOf(await askFor(['risk']))
    const { rows } = await desk.app.db.asOwner('SELECT recipient, template, values FROM deliveries.deliveries')
    expect(rows).toMatchObject([
      {
        recipient: 'owner@example.com',
        template: 'operator-alone',
        values: { operator: 'olga', about: 'operator mia' },
      },
    ])
    const carryOut = () => olga.call({ method: 'POST', url: `/api/requests/${id}/act` })
    expect(refusal(await carryOut())).toEqual([409, 'tooEarly'])
    desk.forward(24 * 3_600_000)
    const body = { name: 'olga', password: olga.password, code: desk.codeOf(olga) }
    const signedIn = await desk.call({ method: 'POST', url: '/api/session', body })
    const headers = { cookie: signedIn.cookie!, 'x-desk-token': signedIn.body.forgeryToken }
    expect((await desk.call({ method: 'POST', url: `/api/requests/${id}/act`, headers })).status).toBe(200)
    expect(await rolesOf('mia')).toEqual(['risk'])
    const { rows: acts } = await desk.app.db.asOwner(
      "SELECT detail FROM identity.audit WHERE action = 'operator-roles-changed'",
    )
    expect(acts).toMatchObject([{ detail: { request: id, approver: null } }])
  })

  test('has no such delay once somebody else could approve', async () => {
    await alone({ DESK_OWNER: 'owner@example.com' })
    await desk.person('ben', 'manager')
    const id = requestOf(await askFor(['risk']))
    expect(await read(id)).toMatchObject({ aloneFrom: null, may: ['withdraw'] })
    expect(refusal(await olga.call({ method: 'POST', url: `/api/requests/${id}/act` }))).toEqual([403, 'notYours'])
  })
})

test('an adjustment that waits is in the standing of its player for whoever may read it, until it is decided', async () => {
  const payload = {
    email: 'waits@example.com',
    password: 'a quiet harbour',
    country: 'DE',
    currency: 'EUR',
    agreements: 1,
  }
  const registered = await desk.app.send({ method: 'POST', url: '/api/player/register', payload })
  expect(registered.status).toBe(200)
  const { rows } = await desk.app.db.asOwner('SELECT id FROM identity.players WHERE email = $1', [payload.email])
  const playerId = rows[0]!.id
  const [pia, may] = [await desk.person('pia', 'payments'), await desk.person('may', 'marketing')]
  const waits = async (reader: DeskPerson) =>
    (await reader.call({ url: `/api/players/${playerId}/standing` })).body.filter(({ what }: any) => what === 'request')
  expect(await waits(pia)).toEqual([])
  const reason = 'The partner booked it twice'
  const money = { direction: 'credit', currency: 'EUR', amount: '400.00', cause: 'error' }
  const body = { id: randomUUID(), ...money, reason }
  const asked = await pia.call({ method: 'POST', url: `/api/players/${playerId}/adjustments`, body })
  const request = requestOf(asked)
  expect(await waits(pia)).toMatchObject([
    { level: 'waiting', path: `/requests/${request}`, until: expect.any(String) },
  ])
  expect(await waits(may)).toEqual([])
  expect((await withdraw(request, pia)).status).toBe(200)
  expect(await waits(pia)).toEqual([])
})
