/** Alarms at the desk, from the metrics of a site at work. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alarm } from '#contract/desk/overview.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { registerMetrics } from './modules.ts'

let desk: TestDesk
let mary: DeskPerson
beforeAll(async () => {
  desk = await testDesk()
  registerMetrics(desk.app.deps)
  mary = await desk.person('mary', 'manager')
})
afterAll(() => desk.close())

const alarms = async (): Promise<Alarm[]> => {
  const { status, body } = await mary.call({ url: '/api/alarms' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const chatWaits = async () => (await alarms()).find(({ name }) => name === 'FairhouseChatWaits')!

test('the desk shows every shipped rule, with its state and what to do', async () => {
  const file = readFileSync(join(import.meta.dirname, '../deploy/alerts.yml'), 'utf8')
  const all = await alarms()
  expect(all.map(({ name }) => name)).toEqual([...file.matchAll(/alert: (\w+)/g)].map(([, name]) => name))
  for (const { name, sentences, remedy, manual, severity } of all) {
    expect(sentences[0]!.length, name).toBeGreaterThan(10)
    // A sentence by itself: links of the documentation are not links here.
    expect(remedy.split(' ').length, `${name}: ${remedy}`).toBeGreaterThan(5)
    expect(remedy, name).not.toMatch(/[:,([]$|\]\(/)
    for (const page of manual)
      expect(existsSync(join(import.meta.dirname, '..', page.replace(/#.*/, ''))), page).toBe(true)
    expect(['page', 'warn']).toContain(severity)
  }
})

test('a message to support that nobody answers raises its alarm, and the answer ends it', async () => {
  expect(await chatWaits()).toMatchObject({ state: 'ok', since: null })
  const payload = { id: randomUUID(), text: 'Is anybody there?', attachmentIds: [] }
  const registration = { email: 'waits@example.com', password: 'a quiet harbour', country: 'DE', currency: 'EUR' }
  const { body } = await desk.app.send({
    method: 'POST',
    url: '/api/player/register',
    payload: { ...registration, agreements: 1 },
  })
  await desk.app.send({ method: 'POST', url: '/api/support/chat/messages', token: body.accessToken, payload })
  expect((await chatWaits()).state).toBe('ok')
  desk.app.moveClock(16 * 60_000)
  const raised = await chatWaits()
  expect(raised).toMatchObject({ state: 'firing', since: desk.app.deps.clock.now().toISOString() })
  expect(raised.values.map(({ value }) => Math.round(value / 60))).toEqual([16])
  const { rows } = await desk.app.db.asOwner('SELECT id FROM chat.conversations')
  const answer = { id: randomUUID(), text: 'Good evening, I am.', seen: 1 }
  const url = `/api/conversations/${rows[0]!.id}/messages`
  const replied = await mary.call({ method: 'POST', url, body: answer })
  expect(replied.status, JSON.stringify(replied.body)).toBe(200)
  expect(await chatWaits()).toMatchObject({ state: 'ok', since: null, values: [] })
})
