import { afterEach, expect, test, vi } from 'vitest'
import type { Complaint } from '#contract/complaints.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, type HookOptions, type ShownView, views } from '#tests/setup/hook.tsx'
import { writeStored } from '../device/storage.ts'
import { route } from './complaints.tsx'

const show = views()
const words = labelsOf('complaints')
const complaint = (part: Partial<Complaint> = {}): Complaint => ({
  id: 'c1',
  number: 1042,
  category: 'payments',
  about: null,
  text: 'The deposit never came.',
  status: 'open',
  filedAt: '2026-10-01T10:00:00.000Z',
  dueAt: '2026-11-26T10:00:00.000Z',
  answer: null,
  dispute: null,
  final: null,
  ...part,
})
const answer = { text: 'We have found it.', at: '2026-10-09T10:00:00.000Z', outcome: 'partly' as const }
const list = 'GET /api/support/complaints'
/** Without the time of day, which depends on the time zone. */
const datesOf = ({ text }: ShownView) => text.replaceAll(/ at \d+:\d\d [AP]M/g, '')
const written = ({ calls }: ShownView) => calls.filter(({ route: called }) => !called.startsWith('GET'))
const complaints = (all: Complaint[], posts: Answering = () => ({}), more: HookOptions = {}) =>
  show(<route.View />, {
    path: '/complaints',
    answer: (call) => (call.route === list ? { body: all } : posts(call)),
    ...more,
  })
const one = (shown: Complaint, posts?: Answering) =>
  complaints([shown, complaint({ id: 'c9', number: 9 })], posts, {
    path: `/complaints/${shown.id}`,
    params: { id: shown.id },
  })

afterEach(() => writeStored('session', 'complaint-token', null))

test('complaints are listed with their category, state, and the day of the final answer while one is owed', async () => {
  const page = await complaints([
    complaint(),
    complaint({ id: 'c2', number: 7, category: 'games', status: 'answered' }),
    complaint({ id: 'c3', number: 8, status: 'disputed' }),
    complaint({ id: 'c4', number: 9, status: 'final' }),
  ])
  const due = words.due!.replace('{at}', 'November 26, 2026')
  const name = (number: number, category: string) =>
    `${words.titleOf!.replace('{number}', String(number))} · ${words[`category_${category}`]}`
  expect(datesOf(page)).toContain(`${name(1042, 'payments')} ${words.status_open} ${due}`)
  expect(datesOf(page)).toContain(`${name(7, 'games')} ${words.status_answered} ${name(8, 'payments')}`)
  expect(datesOf(page)).toContain(`${words.status_disputed} ${due}`)
  expect(datesOf(page)).toContain(`${words.status_final} ${words.file}`)
  expect(page.find(name(7, 'games')).getAttribute('href')).toBe('/complaints/c2')
  const none = await complaints([])
  expect([none.has(words.yours!), none.has(words.file!)]).toEqual([false, true])
})

test('a complaint is sent with what it is about, and its page follows', async () => {
  const filed = complaint({ id: 'c5', number: 5 })
  const page = await complaints([complaint()], () => ({ body: filed }))
  await page.enter(words.category!, 'games')
  expect(page.has(words.reference!)).toBe(false)
  await page.enter(words.about!, 'round')
  await page.enter(words.reference!, ' r-77 ')
  await page.enter(words.text!, 'It stopped.')
  await page.press(words.send!)
  expect(written(page)).toMatchObject([
    {
      route: 'POST /api/support/complaints',
      body: { category: 'games', about: { kind: 'round', id: 'r-77' }, text: 'It stopped.' },
    },
  ])
  expect(page.pages).toEqual(['/complaints/c5'])
  expect(page.text).toContain(words.titleOf!.replace('{number}', '5'))
  expect(page.text).toContain(words.titleOf!.replace('{number}', '1042'))
})

test('a complaint without a category is not sent, and one about nothing in particular names nothing', async () => {
  const page = await complaints([], () => ({ body: complaint() }))
  await page.enter(words.text!, 'It stopped.')
  await page.press(words.send!)
  expect(written(page)).toEqual([])
  await page.enter(words.category!, 'other')
  await page.enter(words.about!, 'bet')
  await page.enter(words.reference!, '  ')
  await page.press(words.send!)
  expect(written(page)).toMatchObject([{ body: { category: 'other', about: null } }])
})

test('a complaint that is sent again keeps its id, so that it is stored once, unless its text was refused', async () => {
  const faults: object[] = [{}, { name: 'validation', fields: { text: ['Too long'] } }, {}]
  const page = await complaints([], () => ({ status: 500, body: { error: faults.shift() } }))
  await page.enter(words.category!, 'other')
  await page.enter(words.text!, 'It stopped.')
  for (let turn = 0; turn < 3; turn++) {
    await page.press(words.send!)
    expect(page.find(words.send!).disabled).toBe(false)
  }
  expect(page.text).toContain(words.sendFailed)
  const [first, second, third] = written(page).map(({ body }) => (body as { id: string }).id)
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect([second === first, third === first]).toEqual([true, false])
})

test('a refusal of a complaint is shown in the words of the server', async () => {
  const page = await complaints([], () => ({
    status: 422,
    body: { error: { name: 'tooManyComplaints', message: 'Ten complaints are open.' } },
  }))
  await page.enter(words.category!, 'other')
  await page.enter(words.text!, 'It stopped.')
  await page.press(words.send!)
  expect(page.text).toContain('Ten complaints are open.')
  expect(page.text).not.toContain(words.sendFailed)
})

const sender = contentOf('layout/footer') as { copyright: string; legal: string }

test('a complaint shows its letters in their order, the final one with its sender, and a reply only while one is awaited', async () => {
  const page = await one(
    complaint({
      status: 'final',
      about: { kind: 'payment', id: 'inv-1' },
      answer,
      dispute: { text: 'Not all of it.', at: '2026-10-12T10:00:00.000Z' },
      final: { text: 'That was all.', at: '2026-10-20T10:00:00.000Z', outcome: 'rejected', body: 'the Ombudsman' },
    }),
  )
  // The shell has loaded this content before.
  await page.pass(50)
  expect(datesOf(page)).toContain(
    [
      `${words.category_payments} ${words.status_final} ${words.filedAt} October 1, 2026`,
      `${words.about_payment} inv-1 The deposit never came.`,
      `${words.answer} ${words.outcome_partly} October 9, 2026 We have found it.`,
      `${words.yourReply} October 12, 2026 Not all of it.`,
      `${words.final} ${words.outcome_rejected} October 20, 2026 That was all.`,
      `${sender.copyright} ${sender.legal}`,
      words.toBody!.replace('{body}', 'the Ombudsman'),
    ].join(' '),
  )
  expect(page.text).not.toContain(words.replyTitle)
  const plain = await one(complaint({ status: 'final', final: { ...answer, body: null } }))
  expect(plain.text).toContain(words.toAuthority)
  expect(plain.text).not.toContain(words.yourReply)
  const answered = await one(complaint({ status: 'resolved', answer }))
  expect(answered.text).not.toContain(sender.legal)
  const print = vi.fn()
  Object.assign(window, { print })
  await plain.press(words.print!)
  expect(print).toHaveBeenCalledOnce()
})

test('an answer is accepted, and takes the place of the complaint that was shown', async () => {
  const page = await one(complaint({ status: 'answered', answer }), () => ({
    body: complaint({ status: 'resolved', answer }),
  }))
  await page.press(words.accept!)
  expect(written(page)).toEqual([{ route: 'POST /api/support/complaints/c1/reply', body: { isSatisfied: true } }])
  expect(page.text).toContain(words.status_resolved)
  expect(page.has(words.accept!)).toBe(false)
})

test('an answer is disputed with a reason, which can be left again', async () => {
  const replies = [{ status: 409, body: { error: { message: 'No answer waits.' } } }, { status: 500 }]
  const page = await one(
    complaint({ status: 'answered', answer }),
    () => replies.shift() ?? { body: complaint({ status: 'disputed', answer }) },
  )
  await page.press(words.dispute!)
  await page.press(words.cancel!)
  expect(page.has(words.accept!)).toBe(true)
  await page.press(words.dispute!)
  await page.enter(words.whyNot!, 'It is not all.')
  await page.press(words.sendReply!)
  expect(page.text).toContain('No answer waits.')
  await page.press(words.sendReply!)
  expect(page.text).not.toContain('No answer waits.')
  expect(page.text).toContain(words.sendFailed)
  await page.press(words.sendReply!)
  expect(written(page)).toHaveLength(3)
  expect(written(page)[2]).toEqual({
    route: 'POST /api/support/complaints/c1/reply',
    body: { isSatisfied: false, text: 'It is not all.' },
  })
  expect(page.text).toContain(words.status_disputed)
})

test('a reply is sent once at a time', async () => {
  const page = await one(complaint({ status: 'answered', answer }), () => new Promise(() => undefined))
  await page.press(words.accept!)
  expect([page.find(words.accept!).disabled, page.find(words.dispute!).disabled]).toEqual([true, true])
})

test('a complaint that does not exist is named, and a list that fails is asked for again', async () => {
  const unknown = await one(complaint({ id: 'c1' }), () => ({}))
  expect(unknown.text).not.toContain(words.unknown)
  const page = await complaints([complaint()], () => ({}), { path: '/complaints/c7', params: { id: 'c7' } })
  expect(page.text).toContain(words.unknown)
  expect(page.find(words.all!).getAttribute('href')).toBe('/complaints')
  let status = 500
  const failing = await complaints([], () => ({}), { answer: () => ({ status, body: [] }) })
  expect(failing.text).toContain(words.failed)
  status = 200
  await failing.press(words.retry!)
  expect(failing.has(words.file!)).toBe(true)
})

const guest = { isSignedIn: false }

test('a guest is offered a link by mail, and asks for nothing without one', async () => {
  const page = await complaints([complaint()], () => ({}), guest)
  expect(page.calls).toEqual([])
  expect(page.text).not.toContain(words.linkExpired)
  await page.enter(words.email!, 'kim@example.com')
  await page.press(words.sendLink!)
  expect(written(page)).toEqual([{ route: 'POST /api/support/complaints/link', body: { email: 'kim@example.com' } }])
  expect([page.text.includes(words.linkSent!), page.has(words.sendLink!)]).toEqual([true, false])
  const refused = await complaints([], () => ({ status: 429, body: { error: { message: 'Later.' } } }), guest)
  await refused.enter(words.email!, 'kim@example.com')
  await refused.press(words.sendLink!)
  expect([refused.text.includes('Later.'), refused.find(words.sendLink!).disabled]).toEqual([true, false])
})

test('the token of a link opens the complaints, and stays for this tab but not in the address', async () => {
  const tokens: unknown[] = []
  const open = async (search: string) => {
    const page = await complaints([complaint()], () => ({}), {
      ...guest,
      search,
      within(view) {
        const { fetch } = globalThis
        vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
          tokens.push((init.headers as Record<string, string>).authorization)
          return fetch(url, init)
        })
        return view
      },
    })
    return [page.text.includes(words.yours!), location.hash ?? '']
  }
  expect(await open('#complaint.abc')).toEqual([true, ''])
  expect(await open('')).toEqual([true, ''])
  expect(new Set(tokens)).toEqual(new Set(['Bearer complaint.abc']))
})

test('the token of a link that has expired is forgotten, and another link is offered', async () => {
  writeStored('session', 'complaint-token', 'complaint.old')
  const page = await complaints([], () => ({}), { ...guest, answer: () => ({ status: 401 }) })
  expect(page.text).toContain(words.linkExpired)
  expect(page.has(words.sendLink!)).toBe(true)
  const later = await complaints([], () => ({}), guest)
  expect(later.calls).toEqual([])
  expect(later.text).not.toContain(words.linkExpired)
})
