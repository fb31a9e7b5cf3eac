import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import type { Mail, MailFault } from '../../partners/email/port.ts'
import { createNoMail } from '../../partners/email/no-mail.ts'
import { createNoSms } from '../../partners/sms/no-sms.ts'
import { deliverDue } from './deliver.ts'
import { leftDeliveries } from './internal/deliverable.ts'
import { warnOfLeftWork } from '#server/kernel/jobs/left-work.ts'
import { startScheduler } from '#server/kernel/jobs/scheduler.ts'
import { jobs, pruneDeliveries } from './module.ts'
import { type Delivery, send } from './send.ts'

let app: TestApp
let answer: (mail: Mail) => Promise<Result<void, MailFault>>
let handed: Mail[]

beforeAll(async () => {
  app = await testApp({
    routes: [],
    deps: (deps) => ({
      partners: {
        ...deps.partners,
        mail: {
          name: 'test',
          close: async () => {},
          send: async (mail) => {
            handed.push(mail)
            return answer(mail)
          },
        },
      },
    }),
  })
})
beforeEach(async () => {
  handed = []
  answer = async () => ok()
  await app.db.asOwner('DELETE FROM deliveries.deliveries')
})
afterAll(() => app.close())

const minute = 60_000
const mail = (to = `${randomUUID()}@example.com`): Delivery => ({
  medium: 'mail',
  to,
  locale: 'en',
  template: 'password-reset',
  values: { link: 'https://house.test/password-reset?resetCode=secret' },
})
const put = (delivery: Delivery) => app.db.transaction((tx) => send(tx, app.deps, delivery))
const rows = async () => (await app.db.asOwner('SELECT * FROM deliveries.deliveries ORDER BY created_at')).rows

test('a delivery is sent if and only if its transaction commits', async () => {
  await expect(
    app.db.transaction(async (tx) => {
      await send(tx, app.deps, mail())
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await deliverDue(app.deps)).toBe(0)
  const { id } = await put(mail('a@example.com'))
  expect(await deliverDue(app.deps)).toBe(1)
  expect(handed).toMatchObject([{ id, to: 'a@example.com' }])
})

test('links and codes are deleted from the table once the mail is sent, expired or refused', async () => {
  await put(mail())
  expect((await rows())[0]).toMatchObject({ state: 'waiting', values: { link: expect.stringContaining('secret') } })
  await deliverDue(app.deps)
  answer = async () => refuse('refused', { message: '550 no such mailbox' })
  await put(mail())
  await deliverDue(app.deps)
  await put({ ...mail(), expiresAt: app.deps.clock.now() })
  await deliverDue(app.deps)
  expect(handed).toHaveLength(2)
  expect((await rows()).map(({ state, values, last_fault }) => [state, values, last_fault])).toEqual([
    ['sent', {}, null],
    ['refused', {}, '550 no such mailbox'],
    ['expired', {}, null],
  ])
})

test('twenty concurrent workers send each of 60 mails once', async () => {
  for (let index = 0; index < 60; index++) await put(mail())
  await Promise.all(Array.from({ length: 20 }, () => deliverDue(app.deps)))
  expect(new Set(handed.map(({ id }) => id)).size).toBe(60)
  expect(handed).toHaveLength(60)
})

// Shows: fault 14, pair kill/push
test('after a crash between claim and completion the next worker sends the mail again, with the same id, once the lease has expired', async () => {
  const { id } = await put(mail())
  answer = () => new Promise(() => {})
  void deliverDue(app.deps)
  await expect.poll(() => handed.length).toBe(1)
  answer = async () => ok()
  expect(await deliverDue(app.deps)).toBe(0)
  app.moveClock(minute)
  expect(await deliverDue(app.deps)).toBe(1)
  expect(handed.map((message) => message.id)).toEqual([id, id])
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test("a worker that lost its lease does not overwrite its successor's result", async () => {
  await put(mail())
  let fail: (result: Result<void, MailFault>) => void = () => {}
  answer = () =>
    new Promise((resolve) => {
      fail = resolve
    })
  const slow = deliverDue(app.deps)
  await expect.poll(() => handed.length).toBe(1)
  app.moveClock(minute)
  answer = async () => ok()
  await deliverDue(app.deps)
  fail(refuse('refused'))
  await slow
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
})

// Shows: fault 13
test('an unavailable carrier is retried with increasing delays, and finally given up', async () => {
  await put({ ...mail(), expiresAt: new Date(app.deps.clock.now().getTime() + 48 * 60 * minute) })
  answer = async () => refuse('unavailable', { message: 'connection refused' })
  const waits: number[] = []
  for (let attempt = 0; attempt < 10; attempt++) {
    expect(await deliverDue(app.deps)).toBe(1)
    const [row] = await rows()
    waits.push((row.next_attempt_at.getTime() - app.deps.clock.now().getTime()) / 1000)
    app.moveClock(waits.at(-1)! * 1000)
  }
  expect(waits.slice(0, 9)).toEqual([5, 15, 60, 180, 600, 1200, 3600, 7200, 14_400])
  expect(await rows()).toMatchObject([
    { state: 'given-up', attempts: 10, values: {}, last_fault: 'connection refused' },
  ])
  app.moveClock(24 * 60 * minute)
  expect(await deliverDue(app.deps)).toBe(0)
})

test('nothing is sent after its content has expired, and no attempt is scheduled for then', async () => {
  await put({ ...mail(), expiresAt: new Date(app.deps.clock.now().getTime() + 10_000) })
  answer = async () => refuse('unavailable')
  await deliverDue(app.deps)
  app.moveClock(5000)
  await deliverDue(app.deps)
  expect(await rows()).toMatchObject([{ state: 'expired', attempts: 2, values: {} }])
})

test('a mail that cannot be rendered waits, and the others are sent', async () => {
  await put({ ...mail(), template: 'gone-in-this-version' } as never)
  await put(mail())
  await deliverDue(app.deps)
  expect(handed).toHaveLength(1)
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['sent', 'waiting'])
})

const without = (...media: Array<'mail' | 'sms'>) => ({
  ...app.deps,
  partners: {
    ...app.deps.partners,
    ...(media.includes('mail') && { mail: createNoMail() }),
    ...(media.includes('sms') && { sms: createNoSms() }),
  },
})
const code: Delivery = {
  medium: 'sms',
  to: '4915112345678',
  locale: 'en',
  template: 'phone-taken',
  values: {},
}

// Shows: change 27
test('a process without a carrier, or without the template, leaves deliveries to the others, and reports them', async () => {
  await put(mail())
  await put(code)
  await put({ ...mail(), template: 'of-a-newer-build' } as never)
  const old = without('mail', 'sms')
  for (let turn = 0; turn < 12; turn++) {
    await deliverDue(old)
    app.moveClock(60 * minute)
  }
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
    ['waiting', 0],
  ])
  const dueOf = async (deps: typeof app.deps) =>
    (await app.db.pool.query(`SELECT (${jobs(deps)[0]!.due}) AS at`)).rows[0].at
  expect([await dueOf(old), await dueOf(app.deps)]).toEqual([null, expect.any(Date)])
  const warned: object[] = []
  await warnOfLeftWork({ ...old, log: { ...old.log, warn: (each: object) => warned.push(each) } as never }, [
    leftDeliveries(old),
  ])
  expect(warned).toMatchObject(
    ['mail of-a-newer-build', 'mail password-reset', 'sms phone-taken'].map((name) => ({ name })),
  )
  expect(await deliverDue(app.deps)).toBe(2)
  expect((await rows()).map(({ state, attempts }) => [state, attempts]).toSorted()).toEqual([
    ['sent', 1],
    ['sent', 1],
    ['waiting', 0],
  ])
})

// Shows: change 27
test('what no process can hand over expires with its content', async () => {
  await put(code)
  await put({
    ...mail(),
    template: 'of-a-newer-build',
    expiresAt: new Date(app.deps.clock.now().getTime() + minute),
  } as never)
  app.moveClock(minute)
  await jobs(without('sms'))
    .find(({ name }) => name === 'old-deliveries')!
    .run(new AbortController().signal, { kind: 'system', job: 'old-deliveries' })
  expect(await rows()).toMatchObject([
    { state: 'waiting' },
    { state: 'expired', values: {}, last_fault: 'No process had a carrier and a text for it' },
  ])
})

// Shows: attack 40, ASVS 1.3.11
test('the table refuses a line break in an address', async () => {
  for (const to of ['a@example.com\r\nBcc: b@example.com', 'a@example.com\nx', 'a\r@example.com'])
    await expect(put(mail(to))).rejects.toThrow('recipient')
  await expect(
    put({
      medium: 'mail',
      to: 'a@example.com',
      replyTo: 'b@example.com\r\nBcc: c@example.com',
      locale: 'en',
      template: 'support-message',
      values: { name: 'B', email: 'b', message: 'x' },
    }),
  ).rejects.toThrow('reply_to')
})

test('completed deliveries are deleted after thirty days, waiting ones are not', async () => {
  await put(mail())
  await deliverDue(app.deps)
  await put({ ...mail(), expiresAt: new Date('2030-01-01') })
  app.moveClock(31 * 24 * 60 * minute)
  await pruneDeliveries(app.deps)
  expect(await rows()).toMatchObject([{ state: 'waiting' }])
})

/** Of more mails than are sent at once, the mail server has received the first ten, and answers once released. */
async function startWithSilentServer() {
  for (let index = 0; index < 25; index++) await put(mail())
  let release: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async () => {
    await gate
    return ok()
  }
  const worker = startScheduler(app.deps, jobs(app.deps))
  await expect.poll(() => handed.length).toBe(10)
  return { worker, release }
}

test('a stopped worker sends what it has claimed and claims nothing more', async () => {
  const { worker, release } = await startWithSilentServer()
  const stopped = worker.stop()
  release()
  await stopped
  expect((await rows()).filter(({ state }) => state === 'sent')).toHaveLength(10)
  expect(handed).toHaveLength(10)
})

// Shows: attack 63
test('a mail server that does not answer delays no text message, however many mails wait', async () => {
  const { worker, release } = await startWithSilentServer()
  const values = { code: '042917', minutes: '10', host: 'house.test' }
  const code = { medium: 'sms', to: '4915112345679', locale: 'en', template: 'one-time-code', values } as const
  await put(code)
  await expect.poll(() => app.messages.map(({ to }) => to), { timeout: 5000 }).toContain(code.to)
  release()
  await worker.stop()
})

// Shows: attack 64
test('a mail that a player waits for is sent before those of a campaign', async () => {
  const campaign = { title: 'Offer', text: 'Play.', button: '', link: '', unsubscribe: 'https://house.test/u' }
  const ofCampaign = { medium: 'mail', locale: 'en', template: 'campaign', values: campaign } as const
  for (let index = 0; index < 15; index++)
    await put({ ...ofCampaign, to: `${index}@example.com`, campaignId: randomUUID() })
  app.moveClock(1000)
  await put(mail('first@example.com'))
  await deliverDue(app.deps)
  expect(handed).toHaveLength(16)
  expect(handed.slice(0, 10).map(({ to }) => to)).toContain('first@example.com')
})

test('a text message contains the code and the line for autofill on phones', async () => {
  const app = await testApp({ routes: [] })
  await app.db.transaction((tx) =>
    send(tx, app.deps, {
      medium: 'sms',
      to: '4915112345678',
      locale: 'de',
      template: 'one-time-code',
      values: { code: '042917', minutes: '10', host: 'house.test' },
    }),
  )
  const message = await inboxOf(app).next({ to: '4915112345678' })
  expect(message).toMatchObject({ channel: 'sms', code: '042917' })
  expect(message.text.endsWith('\n\n@house.test #042917')).toBe(true)
  await app.close()
})
