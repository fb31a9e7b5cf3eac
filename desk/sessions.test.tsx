import { expect, test, vi } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from './labels.ts'
import { Sessions } from './sessions.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const later = '2026-11-05T18:30:00.000Z'
const session = (part: object = {}) => ({
  id: 's1',
  token: null,
  device: 'Firefox on Linux',
  address: '192.0.2.7',
  createdAt: at,
  activeAt: at,
  expiresAt: at,
  isThisOne: false,
  ...part,
})
const passkey = (part: object = {}) => ({ id: 'p1', name: 'Laptop', createdAt: at, lastUsedAt: null, ...part })
type Site = { sessions?: object[]; passkeys?: object[]; hasPasskeys?: boolean; writes?: Answering }
async function opened({ sessions = [session()], passkeys = [passkey()], hasPasskeys = false, writes }: Site = {}) {
  vi.stubGlobal('PublicKeyCredential', hasPasskeys ? () => undefined : undefined)
  return show(<Sessions />, {
    path: '/sessions',
    answer: (call) => {
      if (call.route === 'GET /api/sessions') return { body: sessions }
      if (call.route === 'GET /api/passkeys') return { body: passkeys }
      return writes?.(call) ?? { body: { ok: true } }
    },
  })
}

const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const reads = ({ calls }: ShownView, route: string) => calls.filter((call) => call.route === route).length
const stepUp = { status: 403, body: { error: { name: 'stepUpRequired', message: 'Confirm that it is you.' } } }

test('this session cannot be ended, another one can, and a token is revoked under its name', async () => {
  const own = await opened({ sessions: [session({ isThisOne: true })] })
  expect(own.text).toContain(label('thisSession'))
  for (const act of ['endSession', 'tokenRevoke'] as const) expect(own.has(label(act))).toBe(false)

  const other = await opened()
  expect(other.text).toContain('Firefox on Linux 192.0.2.7')
  expect(other.has(label('thisSession'))).toBe(false)
  await other.press(label('endSession'))
  expect(written(other)).toEqual([{ route: 'DELETE /api/sessions/s1', body: undefined }])
  expect(reads(other, 'GET /api/sessions')).toBe(2)

  const token = await opened({ sessions: [session({ id: 's2', token: 'laptop', device: 'curl' })] })
  expect(token.text).toContain(label('tokenOf', { name: 'laptop' }))
  expect(token.text).not.toContain('curl')
  expect(token.has(label('endSession'))).toBe(false)
  await token.press(label('tokenRevoke'))
  expect(written(token)).toEqual([{ route: 'DELETE /api/sessions/s2', body: undefined }])
})

test('a session that was not ended says why, and the list is read again', async () => {
  const page = await opened({
    writes: () => ({ status: 404, body: { error: { name: 'sessionNotFound', message: 'It has ended already.' } } }),
  })
  await page.press(label('endSession'))
  expect(page.text).toContain('It has ended already.')
  expect(reads(page, 'GET /api/sessions')).toBe(2)
})

test('a token is shown once after it was created for so many days, and is listed', async () => {
  const page = await opened({ writes: () => ({ body: { token: 'secret-of-the-desk' } }) })
  await page.press(label('tokenCreate'))
  await page.enter(label('name'), 'laptop')
  expect(page.find(label('tokenDays')).value).toBe('90')
  await page.enter(label('tokenDays'), '30')
  await page.press(label('tokenCreate'))
  expect(written(page)).toEqual([{ route: 'POST /api/tokens', body: { name: 'laptop', days: 30 } }])
  expect(page.text).toContain('secret-of-the-desk')
  expect(page.text).toContain(label('tokenCreatedHint'))
  // The dialog that asked for the name has gone.
  expect(page.has(label('tokenDays'))).toBe(false)
  expect(reads(page, 'GET /api/sessions')).toBe(2)
  await page.press(label('close'))
  expect(page.text).not.toContain('secret-of-the-desk')
})

test('passkeys are listed with when they were last used, and added only where the browser has them', async () => {
  const none = await opened({ passkeys: [] })
  for (const part of ['noPasskeys', 'passkeyImpossible'] as const) expect(none.text).toContain(label(part))
  expect(none.has(label('passkeyAdd'))).toBe(false)

  const page = await opened({
    passkeys: [passkey(), passkey({ id: 'p2', name: 'Phone', lastUsedAt: later })],
    hasPasskeys: true,
  })
  expect(page.text).toContain(`Laptop ${spaced(formatMoment(at))} ${label('notUsed')}`)
  expect(page.text).toContain(`Phone ${spaced(formatMoment(at))} ${spaced(formatMoment(later))}`)
  expect(page.text).toContain(label('passkeysHint'))
  expect(page.text).not.toContain(label('passkeyImpossible'))
  expect(page.has(label('passkeyAdd'))).toBe(true)
})

test('a passkey is renamed, beginning with its name, and the list is read again', async () => {
  const page = await opened()
  await page.press(label('rename'))
  expect(page.find(label('name')).value).toBe('Laptop')
  await page.enter(label('name'), 'Old laptop')
  await page.press(label('save'))
  expect(written(page)).toEqual([{ route: 'PUT /api/passkeys/p1', body: { name: 'Old laptop' } }])
  expect(page.has(label('save'))).toBe(false)
  expect(reads(page, 'GET /api/passkeys')).toBe(2)
})

test('a passkey is removed after a code where one is asked for, and stays listed when that is given up', async () => {
  let isConfirmed = false
  const page = await opened({
    writes: ({ route }) => {
      if (route === 'POST /api/session/step-up') isConfirmed = true
      return isConfirmed ? undefined : stepUp
    },
  })
  await page.press(label('remove'))
  expect(page.text).toContain(label('passkeyRemove', { name: 'Laptop' }))
  await page.press(label('remove'))
  expect(page.text).toContain('Confirm that it is you.')
  expect(reads(page, 'GET /api/passkeys')).toBe(1)
  await page.enter(label('code'), '123456')
  await page.press(label('remove'))
  expect(written(page).map(({ route, body }) => [route, body])).toEqual([
    ['DELETE /api/passkeys/p1', undefined],
    ['POST /api/session/step-up', { code: '123456' }],
    ['DELETE /api/passkeys/p1', undefined],
  ])
  expect(page.text).not.toContain(label('passkeyRemoveHint'))
  expect(reads(page, 'GET /api/passkeys')).toBe(2)
})
