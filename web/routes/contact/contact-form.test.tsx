import { expect, test } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { ContactForm } from './contact-form.tsx'

const show = views()
const words = labelsOf('contact')
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const answering =
  (status: number, error: object = {}): Answering =>
  ({ route }) =>
    route.startsWith('GET') ? {} : { status, body: { error } }

// Shows: 7.3.9
test('a guest writes with an address, and a player with the known one', async () => {
  const page = await show(<ContactForm />, { isSignedIn: false })
  await page.enter('Email', 'kim@example.com')
  await page.enter('Message', 'Where is my deposit?')
  await page.press(words.send!)
  const body = { email: 'kim@example.com', message: 'Where is my deposit?' }
  expect(page.calls).toEqual([{ route: 'POST /api/notification/communications', body }])
  expect(page.text).toContain(words.sentTitle)
  expect(page.text).toContain('kim@example.com')
  await page.press(words.another!)
  expect(page.find('Message').value).toBe('')
  const player = await show(<ContactForm />, {
    answers: [[apiKey('GET /api/player/profile'), { email: 'kim@example.com' }]],
  })
  expect(player.has('Email')).toBe(false)
  await player.enter('Message', 'Where is my deposit?')
  await player.press(words.send!)
  expect(written(player)[0]!.body).toEqual(body)
})

// Shows: 7.3.9, 5.4.1
test('a message without text or with an address that is none is not sent, and the fault leaves with the entry', async () => {
  const page = await show(<ContactForm />, { isSignedIn: false })
  await page.enter('Email', 'kim')
  await page.press(words.send!)
  expect(page.calls).toEqual([])
  const invalid = (name: string) => page.find(name).getAttribute('aria-invalid')
  expect([invalid('Email'), invalid('Message')]).toEqual(['true', 'true'])
  expect((document.activeElement as { name?: string } | null)?.name).toBe('email')
  await page.enter('Message', 'x')
  expect([invalid('Email'), invalid('Message')]).toEqual(['true', null])
})

// Shows: 7.3.9
test.each([
  [429, words.tooMany!],
  [500, words.failed!],
])('a message answered with %i is kept, with the reason', async (status, text) => {
  const page = await show(<ContactForm />, { isSignedIn: false, answer: answering(status) })
  await page.enter('Email', 'kim@example.com')
  await page.enter('Message', 'Hello there')
  await page.press(words.send!)
  expect(page.text).toContain(text)
  expect(page.find('Message').value).toBe('Hello there')
  const lost = await show(<ContactForm />, {
    isSignedIn: false,
    answer: ({ route }) => (route.startsWith('GET') ? {} : Promise.reject(new Error('no connection'))),
  })
  await lost.enter('Email', 'kim@example.com')
  await lost.enter('Message', 'Hello there')
  await lost.press(words.send!)
  expect(lost.text).toContain(words.unreachable)
})

// Shows: 7.3.9
test('the address of a player that the server refuses can be changed', async () => {
  const page = await show(<ContactForm />, {
    answers: [[apiKey('GET /api/player/profile'), { email: 'kim@example.com' }]],
    answer: answering(422, { fields: { email: ['Not this one'] } }),
  })
  await page.enter('Message', 'Hello there')
  await page.press(words.send!)
  expect(page.text).toContain('Not this one')
  expect(page.text).not.toContain(words.failed)
  expect(page.find('Email').value).toBe('kim@example.com')
})
