/** Messages of the contact form at the desk. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let sam: DeskPerson
let sue: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  sam = await desk.person('sam', 'support')
  sue = await desk.person('sue', 'support')
})
afterAll(() => desk.close())

async function write(message = 'Can I use two cards?'): Promise<string> {
  const id = randomUUID()
  await desk.app.db.asOwner(
    `INSERT INTO messages.communications (id, email, message, locale, created_at) VALUES ($1, 'guest@example.com', $2, 'en', $3)`,
    [id, message, desk.app.deps.clock.now()],
  )
  return id
}
const answer = (id: string, by: DeskPerson, text: string) =>
  by.call({ method: 'POST', url: `/api/contact-messages/${id}/answer`, body: { answer: text } })

test('a message is listed, read and answered by mail; then it waits no more', async () => {
  const id = await write()
  const listed = (await sam.call({ url: '/api/contact-messages' })).body.messages
  expect(listed).toMatchObject([{ id, email: 'guest@example.com', playerId: null, answer: null }])
  expect((await sam.call({ url: `/api/contact-messages/${id}` })).body.message).toBe('Can I use two cards?')
  expect((await answer(id, sam, 'Yes.')).body.answer).toMatchObject({ text: 'Yes.', operator: 'sam' })
  expect((await sam.call({ url: '/api/contact-messages' })).body.messages).toEqual([])
  expect((await sam.call({ url: '/api/contact-messages?state=answered' })).body.messages).toMatchObject([{ id }])
})

test('of two replies at once one is sent, and the other operator reads who was faster', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await write()
    const answers = await Promise.all([answer(id, sam, 'Yes.'), answer(id, sue, 'No.')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)!.body.answer.operator
    expect(answers.find(({ status }) => status === 409)!.body.error.message).toBe(
      `${winner} has answered this message.`,
    )
    const own = winner === 'sam' ? await answer(id, sam, 'Yes.') : await answer(id, sue, 'No.')
    expect(own.status).toBe(200)
    const { rows } = await desk.app.db.asOwner(
      `SELECT count(*)::int FROM identity.audit WHERE action = 'communication-answered' AND detail->>'communication' = $1`,
      [id],
    )
    expect(rows).toEqual([{ count: 1 }])
  }
})

test('an empty reply and an unknown message are refused', async () => {
  expect((await answer(await write(), sam, ' ')).body.error.name).toBe('validation')
  expect((await answer(randomUUID(), sam, 'Yes.')).body.error.name).toBe('messageNotFound')
})
