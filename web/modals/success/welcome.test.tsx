import { expect, test } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type HookOptions, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { modal as success } from '../success.tsx'

const show = views()
const words = labelsOf('identity')
const profile = apiKey('GET /api/player/profile')
const player = { id: '01990000-0000-7000-8000-000000000001', exclusion: null }

const welcome = (options: HookOptions = {}) =>
  show(dialog(success, 'welcome'), {
    search: '?success=welcome&page=2',
    isSignedIn: true,
    answers: [
      [profile, player],
      [apiKey('GET /api/game/lobby'), { total: 1, games: [{ id: 'dice', name: 'Dice' }], rails: [] }],
    ],
    answer: ({ route }) => (route.includes('/bonuses/pages/') ? { status: 404, body: {} } : undefined),
    ...options,
  })
const demo = words.welcomeDemo!.replace('{game}', 'Dice')

test('a new player is offered the deposit, a demo and a limit, in this order, each in place of the welcome', async () => {
  const page = await welcome()
  const places = [words.welcomeDeposit!, demo, words.welcomeLimit!].map((name) => page.text.indexOf(name))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThanOrEqual(0)
  expect(page.find(words.welcomeDeposit!).getAttribute('href')).toBe('/?page=2&wallet=deposit')
  expect(page.find(words.welcomeLimit!).getAttribute('href')).toBe('/?page=2&add-cash-limit=deposit')
})

test('a break that begins in another tab leaves neither the deposit nor the demo', async () => {
  const page = await welcome()
  page.client.setQueryData(profile, { ...player, exclusion: { kind: 'coolingOff' } })
  await page.pass(1)
  expect([words.welcomeDeposit!, demo, words.welcomeLimit!].map((name) => page.text.includes(name))).toEqual([
    false,
    false,
    true,
  ])
})

test('a restriction of the country leaves no deposit', async () => {
  const page = await welcome({ init: { isRestricted: true } })
  expect(page.text).not.toContain(words.welcomeDeposit!)
  expect(page.text).toContain(words.welcomeLimit!)
})

test('a session that ends in another tab ends the welcome too', async () => {
  const page = await welcome({ isSignedIn: false })
  await page.pass(1)
  expect(page.address).toBe('/?page=2')
})
