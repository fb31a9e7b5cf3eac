/**
 * A request that several operators decide at once, that expires or whose subject changes meanwhile, and whose approval
 * loses its connection at any of its steps: the act happens once or not at all, with its record.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import { createDesk } from '../http/desk.ts'
import { connect } from '../kernel/db/connect.ts'
import { deskRoutes } from '../modules.ts'
import { type DeskAnswer, type DeskPerson, deskUrl, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { longTest, repetitions, test } from '#tests/setup/length.ts'

let desk: TestDesk
let olga: DeskPerson
let ben: DeskPerson
let carl: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  olga = await desk.person('olga', 'manager')
  ben = await desk.person('ben', 'manager')
  carl = await desk.person('carl', 'manager')
})
afterAll(() => desk.close())

let targets = 0
async function ask(): Promise<{ id: string; name: string }> {
  const name = `target-${++targets}`
  await desk.app.db.asOwner(
    "INSERT INTO operators.operators (id, name, roles, enrolled_at, created_at) VALUES (gen_random_uuid(), $1, '{support}', now(), now())",
    [name],
  )
  const { status, body } = await olga.call({
    method: 'PUT',
    url: `/api/people/${name}/roles`,
    body: { roles: ['risk'] },
  })
  expect(status).toBe(202)
  return { id: body.waiting.request, name }
}

const approval = (id: string) => ({ method: 'POST', url: `/api/requests/${id}/approval` }) as const

/** What is left of a request: its state, and the acts and ends that the log has of it. */
async function left({ id, name }: { id: string; name: string }) {
  const { rows } = await desk.app.db.asOwner(
    `SELECT state, expires_at, (SELECT roles FROM operators.operators WHERE name = $2) AS roles,
       (SELECT count(*)::int FROM identity.audit WHERE action = 'operator-roles-changed' AND detail ->> 'request' = $1) AS acts,
       (SELECT count(*)::int FROM identity.audit WHERE action IN ('request-refused', 'request-withdrawn') AND detail ->> 'request' = $1) AS ends
     FROM operators.requests WHERE id = $1::uuid`,
    [id, name],
  )
  return rows[0] as { state: string; roles: string[]; acts: number; ends: number }
}

async function expectWhole(request: { id: string; name: string }): Promise<string> {
  const { state, roles, acts, ends } = await left(request)
  expect({ state, roles, acts, ends }).toEqual({
    state,
    roles: state === 'done' ? ['risk'] : ['support'],
    acts: state === 'done' ? 1 : 0,
    ends: state === 'refused' || state === 'withdrawn' ? 1 : 0,
  })
  return state
}

/** Approves on a connection that is cut after its query of this number; resolves to the number of queries. */
async function approveCut(id: string, cutAfter: number): Promise<{ status: number; queries: number }> {
  const db = await connect({ url: desk.app.db.url, log: { info() {}, debug() {}, warn() {} }, poolSize: 1 })
  let queries = 0
  db.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = (async (...args: unknown[]) => {
      if (typeof args.at(-1) === 'function') return query(...args)
      const isLast = ++queries === cutAfter
      const answer = await query(...args)
      if (!isLast) return answer
      const { processID } = client as unknown as { processID: number }
      await desk.app.db.asOwner('SELECT pg_terminate_backend($1)', [processID])
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
    }) as never
  })
  const server = await createDesk({ ...desk.app.deps, db }, deskRoutes, { folder: null })
  const headers = { origin: deskUrl, cookie: ben.cookie, 'x-desk-token': ben.forgeryToken }
  const { statusCode } = await server.inject({ ...approval(id), headers })
  await server.close()
  await db.close()
  return { status: statusCode, queries }
}

// An approval whose process or connection ends at any step is done once or not at all.
longTest(
  'an approval that is cut after any of its queries has happened completely or not at all',
  async () => {
    const whole = await approveCut((await ask()).id, 0)
    expect(whole.status).toBe(200)
    const seen = new Set<string>()
    for (let cut = 1; cut <= whole.queries; cut++) {
      const request = await ask()
      await approveCut(request.id, cut)
      const state = await expectWhole(request)
      seen.add(state)
      const again = await carl.call(approval(request.id))
      expect([cut, again.status]).toEqual([cut, state === 'done' ? 409 : 200])
      expect(await expectWhole(request)).toBe('done')
    }
    // The cut after COMMIT leaves it done, those before it open.
    expect([...seen].toSorted()).toEqual(['done', 'open'])
  },
  120_000,
)

type Deed = 'approve' | 'approveToo' | 'withdraw' | 'refuse' | 'change' | 'expire' | 'kill'
const deeds: Deed[] = ['approve', 'approveToo', 'withdraw', 'refuse', 'change', 'expire', 'kill']

function perform(deed: Deed, { id, name }: { id: string; name: string }): Promise<unknown> {
  const { asOwner } = desk.app.db
  switch (deed) {
    case 'approve':
      return ben.call(approval(id))
    case 'approveToo':
      return carl.call(approval(id))
    case 'withdraw':
      return olga.call({ method: 'DELETE', url: `/api/requests/${id}` })
    case 'refuse':
      return carl.call({ method: 'POST', url: `/api/requests/${id}/refusal`, body: { reason: 'not agreed' } })
    case 'change':
      return ben.call({ method: 'DELETE', url: `/api/people/${name}` })
    case 'expire':
      return asOwner(
        `BEGIN; SET LOCAL session_replication_role = replica; UPDATE operators.requests SET expires_at = asked_at WHERE id = '${id}'; COMMIT`,
      )
    case 'kill':
      return asOwner(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairhouse' AND query ~ 'operators' AND state <> 'idle'",
      )
  }
}

const isApproval = (deed: Deed) => deed === 'approve' || deed === 'approveToo'

/** The same races in every run. */
let seed = 7
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

test('a request that is approved, refused, withdrawn, killed and changed at once is done once or not at all', async () => {
  const states: Record<string, number> = {}
  for (let race = 0; race < repetitions(30, 200); race++) {
    const request = await ask()
    const chosen = deeds.filter((deed) => random() < (isApproval(deed) ? 0.9 : 0.35)).toSorted(() => random() - 0.5)
    const answers = await Promise.all(
      chosen.map(async (deed) => {
        await new Promise((resolve) => setTimeout(resolve, random() * 12))
        return { deed, answer: await perform(deed, request) }
      }),
    )
    const approved = answers.filter(({ deed, answer }) => isApproval(deed) && (answer as DeskAnswer).status === 200)
    const state = await expectWhole(request)
    expect(approved.length).toBeLessThanOrEqual(state === 'done' ? 1 : 0)
    states[state] = (states[state] ?? 0) + 1
    // Whatever was cut off can be approved again, unless it has expired or its subject has changed.
    if (state === 'open' && !chosen.includes('expire') && !chosen.includes('change')) {
      expect((await ben.call(approval(request.id))).status).toBe(200)
      expect(await expectWhole(request)).toBe('done')
    }
  }
  for (const state of ['done', 'open', 'refused', 'withdrawn'])
    expect([state, states[state]]).not.toEqual([state, undefined])
}, 120_000)
