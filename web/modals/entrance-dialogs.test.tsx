import { expect, test } from 'vitest'
import { labelsOf, contentOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type Answering, type HookOptions, views } from '#tests/setup/hook.tsx'
import type { ModalModule } from '../modals.ts'
import { modal as demoGame } from './demo-game.tsx'
import { modal as forgotPass } from './forgot-pass.tsx'
import { modal as mobileGame } from './mobile-game.tsx'
import { modal as profileConfirmed } from './profile-confirmed.tsx'
import { modal as resetPass } from './reset-pass.tsx'
import { modal as signUpCancel } from './sign-up-cancel.tsx'
import { modal as success } from './success.tsx'

const show = views()
const words = labelsOf('passwords')
const guest = { isSignedIn: false }
const code = 'q1w2e3r4t5y6u7i8o9p0'
const refused = (status: number, name: string, message = 'In the server’s words'): Answering => {
  return ({ route }) => (route.startsWith('POST') ? { status, body: { error: { name, message } } } : { body: [] })
}

const accepted: Answering = ({ route }) => ({ body: route.startsWith('GET') ? [] : {} })

/** Opens a dialog for guests and fills in its form. */
async function filled(modal: ModalModule, value: string, entries: Record<string, string>, options: HookOptions) {
  const page = await show(dialog(modal, value), { ...guest, answer: accepted, ...options })
  for (const [field, text] of Object.entries(entries)) await page.enter(field, text)
  return page
}

// Shows: 7.3.4, 2.3.2
test('a link for a new password is requested with the address', async () => {
  const search = '?forgot-pass=true&page=2'
  const page = await filled(forgotPass, 'true', { Email: 'kim@example.com' }, { search, answer: () => ({}) })
  await page.press(words.forgotSend!)
  expect(page.calls).toEqual([{ route: 'POST /api/player/passwords/reset', body: { email: 'kim@example.com' } }])
  expect(page.address).toBe('/?page=2&success=password-reset-sent')
})

// Shows: 7.3.4, 5.1.2
test.each([
  [429, 'tooManyAttempts', 'In the server’s words'],
  [500, 'internal', words.somethingWrong!],
  [0, 'unreachable', words.unreachable!],
])('a request for a link that fails with %i says so', async (status, name, text) => {
  const answer: Answering = status ? refused(status, name) : () => Promise.reject(new Error('no connection'))
  const page = await show(dialog(forgotPass), { ...guest, answer })
  expect(page.find(words.forgotSend!).disabled).toBe(true)
  await page.enter('Email', 'kim@example')
  expect(page.find(words.forgotSend!).disabled).toBe(true)
  await page.enter('Email', 'kim@example.com')
  await page.press(words.forgotSend!)
  expect(page.text).toContain(text)
})

test('the dialogs of passwords lead to one another', async () => {
  const page = await show(dialog(forgotPass), { ...guest, search: '?forgot-pass=true' })
  expect(page.find(words.haveLink!).getAttribute('href')).toBe('/?reset-pass=true')
  expect(page.find(words.backToSignIn!).getAttribute('data-search')).toBe('?sign-in=true')
})

// Shows: 7.3.4, 5.3.1, 5.3.2
test('the code of the link, pasted or from the address, is sent with the password and its repetition', async () => {
  const page = await show(dialog(resetPass), { ...guest, answer: accepted, search: '?reset-pass=true' })
  expect(page.find(words.pasteNext!).disabled).toBe(true)
  await page.enter(words.pasteLink!, `https://fairhouse.example/password-reset?resetCode=${code}`)
  await page.press(words.pasteNext!)
  await page.enter('Password', 'long enough')
  await page.enter('Confirm password', 'long enougg')
  expect(page.find(words.resetSave!).disabled).toBe(true)
  await page.enter('Confirm password', 'long enough')
  await page.press(words.resetSave!)
  const sent = { route: 'POST /api/player/passwords/confirm' }
  const body = { code, password: 'long enough', password_confirmation: 'long enough' }
  expect(page.calls.at(-1)).toEqual({ ...sent, body })
  expect(page.address).toBe('/?success=password-reset')
  const entries = { Password: 'long enough', 'Confirm password': 'long enough' }
  const direct = await filled(resetPass, 'abc'.repeat(100), entries, {})
  await direct.press(words.resetSave!)
  expect(direct.calls.at(-1)).toEqual({ ...sent, body: { ...body, code: 'abc'.repeat(100).slice(0, 256) } })
})

// Shows: 5.3.2
test('another password clears its repetition', async () => {
  const page = await filled(resetPass, code, { Password: 'long enough', 'Confirm password': 'long enough' }, {})
  await page.enter('Password', 'longer still')
  expect([page.find('Password').value, page.find('Confirm password').value]).toEqual(['longer still', ''])
})

const passwords = { Password: 'long enough', 'Confirm password': 'long enough' }

// Shows: 7.3.4
test('a link that no longer works leads to a new one', async () => {
  const page = await filled(resetPass, code, passwords, {
    search: '?reset-pass=x',
    answer: refused(422, 'codeInvalid'),
  })
  await page.press(words.resetSave!)
  expect(page.text).toContain(words.resetVoidTitle)
  expect(page.find(words.askAgain!).getAttribute('href')).toBe('/?forgot-pass=true')
})

// Shows: 7.3.4
test('after an attempt whose answer was lost, a refused code may have been used', async () => {
  let isFirst = true
  const answer: Answering = async (call) => {
    if (!call.route.startsWith('POST')) return { body: [] }
    if (!isFirst) return refused(422, 'codeInvalid')(call)
    isFirst = false
    throw new Error('no connection')
  }
  const page = await filled(resetPass, code, passwords, { answer })
  await page.press(words.resetSave!)
  expect(page.text).toContain(words.unreachable)
  await page.press(words.resetSave!)
  expect(page.text).toContain(words.resetPerhapsDone)
})

// Shows: 7.3.4
test.each([
  [429, 'In the server’s words'],
  [500, words.somethingWrong!],
])('a new password that fails with %i stays in the form with the reason', async (status, text) => {
  const page = await filled(resetPass, code, passwords, { answer: refused(status, 'other') })
  await page.press(words.resetSave!)
  expect(page.text).toContain(text)
  expect(page.has(words.resetSave!)).toBe(true)
})

// Shows: 7.3.4
test('a new password ends the session of this browser too', async () => {
  const page = await filled(resetPass, code, passwords, { isSignedIn: true })
  await page.press(words.resetSave!)
  expect(page.calls.map(({ route }) => route)).toContain('GET /api/player/profile')
  const other = await filled(resetPass, code, passwords, {})
  await other.press(words.resetSave!)
  expect(other.calls.map(({ route }) => route)).not.toContain('GET /api/player/profile')
})

// Shows: 5.3.1, 5.7.1
test('a password follows the rules of the registration, or those of the specification without them', async () => {
  const rules = [{ id: 'password', rules: { required: true, minLength: 10 } }]
  const isOpen = async (answer: Answering) => {
    const entries = { Password: 'sixsix', 'Confirm password': 'sixsix' }
    return !(await filled(resetPass, code, entries, { answer })).find(words.resetSave!).disabled
  }
  expect(await isOpen(() => ({ body: rules }))).toBe(false)
  expect(await isOpen(() => ({ body: [] }))).toBe(true)
  expect(await isOpen(() => ({ status: 500 }))).toBe(true)
  const short = await filled(resetPass, code, { Password: 'fiver', 'Confirm password': 'fiver' }, {})
  expect(short.find(words.resetSave!).disabled).toBe(true)
})

// Shows: 2.2.7
test('who stays in the registration keeps it, who leaves has neither dialog', async () => {
  const { title, stayLabel, leaveLabel } = contentOf('modals/sign-up-cancel') as Record<string, string>
  const search = '?sign-up=true&sign-up-cancel=true&page=2'
  const stays = await show(dialog(signUpCancel), { ...guest, search })
  expect(stays.text).toContain(title)
  await stays.press(stayLabel!)
  expect(stays.address).toBe('/?sign-up=true&page=2')
  const leaves = await show(dialog(signUpCancel), { ...guest, search })
  await leaves.press(leaveLabel!)
  expect(leaves.address).toBe('/?page=2')
})

// Shows: 2.2.7
test('a confirmed address leads a guest to the sign-in, and a player to the games', async () => {
  const { playLabel, signInLabel } = contentOf('modals/profile-confirmed') as Record<string, string>
  const search = '?profile-confirmed=true'
  const asGuest = await show(dialog(profileConfirmed), { ...guest, search })
  expect(asGuest.has(playLabel!)).toBe(false)
  await asGuest.press(signInLabel!)
  expect(asGuest.address).toBe('/?sign-in=true')
  const asPlayer = await show(dialog(profileConfirmed), { search })
  await asPlayer.press(playLabel!)
  expect(asPlayer.address).toBe('/')
})

// Shows: 2.2.7
test.each([
  ['password-reset', false, '/?sign-in=true'],
  ['password-reset', true, '/'],
  ['password-reset-sent', false, '/'],
  ['constructor', false, '/'],
])('the success %s for a player: %s, leads to %s', async (value, isSignedIn, address) => {
  const occasions = contentOf('modals/success') as Record<string, { title: string; buttonLabel?: string }>
  const texts = (Object.hasOwn(occasions, value) ? occasions[value] : occasions.other)!
  const page = await show(dialog(success, value), { isSignedIn, search: `?success=${value}` })
  expect(page.text).toContain(texts.title)
  await page.press(texts.buttonLabel ?? words.toGames!)
  expect(page.address).toBe(address)
})

// Shows: 2.2.7, 10.27
test.each([
  ['demo-game', demoGame, true, 'real'],
  ['demo-game', demoGame, false, 'real&sign-in=true'],
  ['mobile-game', mobileGame, false, 'real&sign-in=true'],
] as const)('%s leads a player (%s) to real play: %s', async (key, modal, isSignedIn, query) => {
  const { realLabel, demoLabel, stayLabel } = contentOf(`modals/${key}`) as Record<string, string>
  const stakes = [{ currency: 'EUR', min: 10, max: 1000 }]
  const game = {
    id: 'dice',
    name: 'Dice',
    kind: 'dice',
    rtp: 99,
    volatility: 'low',
    deviation: null,
    hitRate: null,
    mathsHash: null,
    maxWinMultiplier: null,
    features: [],
    stakes,
    thumbnails: { portrait: '/dice.webp', dominantColor: '#000' },
  }
  const page = await show(dialog(modal, 'dice'), {
    isSignedIn,
    search: `?${key}=dice`,
    answer: ({ route }) => ({ body: route === 'GET /api/game/games/dice' ? game : [] }),
  })
  expect(page.text).toContain('Dice')
  expect(page.find(realLabel!).getAttribute('href')).toBe(`/games/dice?play=${query}`)
  if (key === 'mobile-game') return expect(page.find(demoLabel!).getAttribute('href')).toBe('/games/dice?play=demo')
  await page.press(stayLabel!)
  expect(page.address).toBe('/')
})

// Shows: 2.2.7
test.each([
  [404, 'gameGone'],
  [500, 'launchFailed'],
])('a game whose description is answered with %i: %s', async (status, key) => {
  const page = await show(dialog(demoGame, 'dice'), { ...guest, answer: () => ({ status }) })
  expect(page.text).toContain(labelsOf('games')[key])
})
