/** A complaint beside what ends or limits an account: it can be filed, read and answered before and after, and at once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { createFundedPlayer, type FundedPlayer } from '#tests/setup/funded-player.ts'

let desk: TestDesk
let sam: DeskPerson
let mia: DeskPerson
let player: FundedPlayer
beforeAll(async () => {
  desk = await testDesk({
    deps: (deps) => ({ partners: { ...deps.partners, gameStudios: [createInHouseStudio(deps.settings)] } }),
  })
  sam = await desk.person('sam', 'support')
  mia = await desk.person('mia', 'manager')
  // Erasure needs a second person.
  await desk.person('noa', 'manager')
})
afterAll(() => desk.close())
beforeEach(async () => {
  player = await createFundedPlayer(desk.app, { EUR: 0n })
  await desk.app.db.asOwner(`UPDATE identity.players SET email_confirmed_at = now() WHERE id = $1`, [player.id])
  await desk.app.db.asOwner(`UPDATE identity.sessions SET stepped_up_at = '2999-01-01' WHERE player_id = $1`, [
    player.id,
  ])
})

const send = (method: 'GET' | 'POST', url: string, payload?: object, token: string | null = player.token) =>
  desk.app.send({ method, url, ...(payload && { payload }), ...(token && { token }) })
const at = '/api/support/complaints'
const complaint = (text = 'My money is missing.') => ({ id: randomUUID(), category: 'payments', text })
const file = async (token = player.token, text?: string) => {
  const { status, body } = await send('POST', at, complaint(text), token)
  expect(status).toBe(200)
  return body.id as string
}
const answer = (id: string) =>
  sam.call({ method: 'POST', url: `/api/complaints/${id}/answer`, body: { text: 'Paid.', outcome: 'upheld' } })
const ids = async (token: string) => (await send('GET', at, undefined, token)).body.map(({ id }: { id: string }) => id)

/** The token of the link, which is sent by mail to the confirmed address. */
async function link(): Promise<string> {
  expect((await send('POST', `${at}/link`, { email: `${player.id}@example.test` }, null)).status).toBe(200)
  const { rows } = await desk.app.db.asOwner(
    `SELECT values FROM deliveries.deliveries WHERE player_id = $1 AND template = 'complaint-link'`,
    [player.id],
  )
  return rows[0].values.link.split('#')[1]
}
const close = () => send('POST', '/api/player/profile/closure', {})
const block = () =>
  mia.call({
    method: 'PUT',
    url: `/api/players/${player.id}/status`,
    body: { status: 'blocked', seen: 'active', reason: 'for a test' },
  })
const erase = async () =>
  desk.approved(
    await mia.call({ method: 'POST', url: `/api/players/${player.id}/erasure`, body: { reason: 'for a test' } }),
  )
const signOut = () => send('POST', '/api/player/sessions/logout')

const ends = { closure: close, block, 'sign-out': signOut }
// Shows: pair complaint/closure, pair complaint/sign-out, pair complaint/block
test.each(Object.keys(ends) as Array<keyof typeof ends>)(
  'a complaint before a %s is answered, read and disputed by the link afterwards, and a new one is filed by it',
  async (how) => {
    const first = await file()
    expect((await ends[how]()).status).toBe(200)
    expect((await send('GET', at)).status).toBe(401)
    expect((await answer(first)).status).toBe(200)
    const token = await link()
    expect(await ids(token)).toEqual([first])
    const disputed = await send('POST', `${at}/${first}/reply`, { isSatisfied: false, text: 'Not paid.' }, token)
    expect(disputed.body.status).toBe('disputed')
    const second = await file(token, 'Another one.')
    expect((await ids(token)).toSorted()).toEqual([first, second].toSorted())
    // The link opens nothing else, and is no way back into the account.
    expect((await send('GET', '/api/wallet/accounts', undefined, token)).status).toBe(401)
    expect((await send('POST', '/api/player/sessions/refresh', {}, token)).status).toBe(401)
  },
)

// Shows: pair complaint/closure, pair complaint/sign-out, pair complaint/block
test.each(Object.keys(ends) as Array<keyof typeof ends>)(
  'a complaint at the moment of a %s is stored, or refused for want of a session, and never half',
  async (how) => {
    const body = complaint()
    const [filed, ended] = await Promise.all([send('POST', at, body), ends[how]()])
    expect(ended.status).toBe(200)
    expect([200, 401]).toContain(filed.status)
    const token = await link()
    expect(await ids(token)).toEqual(filed.status === 200 ? [body.id] : [])
    // Sent again by the link, it is stored once.
    expect((await send('POST', at, body, token)).status).toBe(200)
    expect(await ids(token)).toEqual([body.id])
    const { rows } = await desk.app.db.asOwner(
      `SELECT count(*)::int AS n FROM identity.audit WHERE action = 'complaint-filed' AND player_id = $1`,
      [player.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  },
)

// Shows: pair complaint/closure
test('erasure of a closed account keeps what was filed before, its clock and its evidence; one can be filed after', async () => {
  const first = await file()
  expect((await close()).status).toBe(200)
  const erased = await erase()
  expect([erased.status, erased.body.error]).toEqual([200, undefined])
  expect((await answer(first)).status).toBe(200)
  const token = await link()
  const second = await file(token, 'What was erased?')
  expect((await ids(token)).toSorted()).toEqual([first, second].toSorted())
  const listed = (await sam.call({ url: '/api/complaints' })).body.complaints
  expect(listed.map(({ id }: { id: string }) => id)).toContain(second)
  const saved = await desk.server.inject({
    url: `/api/complaints/${first}/evidence`,
    headers: { cookie: mia.cookie, 'x-desk-token': mia.forgeryToken },
  })
  expect(saved.statusCode).toBe(200)
  expect(saved.body).toContain('My money is missing.')
})

// Shows: pair complaint/closure
test('an answer at the moment of a closure is stored once, and reaches the player by mail', async () => {
  const id = await file()
  const [answered, closed] = await Promise.all([answer(id), close()])
  expect([answered.status, closed.status]).toEqual([200, 200])
  const { rows } = await desk.app.db.asOwner(
    `SELECT count(*)::int AS n FROM deliveries.deliveries WHERE player_id = $1 AND template = 'account-notice'`,
    [player.id],
  )
  // One for the complaint, one for the answer.
  expect(rows).toEqual([{ n: 2 }])
})
