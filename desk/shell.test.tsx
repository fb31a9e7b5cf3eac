import { expect, test, vi } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { label } from './labels.ts'
import { pages } from './pages.ts'

// The module asks for the width of the screen once.
vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
const { Shell } = await import('./shell.tsx')
vi.unstubAllGlobals()

const show = views()
const opened = async (path: string, part: object = {}, status = 200) => {
  const operator = { name: 'mia', scopes: ['rewards:read'], isDrill: false, ...part }
  const page = await show(<Shell operator={operator as never} />, { path, answer: () => ({ status, body: [] }) })
  await page.pass(1)
  return page
}

test('on every page of a restored copy stands that nothing decided here happens; at the live desk it does not', async () => {
  for (const path of ['/nowhere', '/people'])
    expect((await opened(path, { isDrill: true })).text).toContain(label('drill'))
  expect((await opened('/nowhere')).text).not.toContain(label('drill'))
})

test('an address that no page has, and a page that the rights do not include, each say so', async () => {
  const unknown = await opened('/nowhere')
  expect(unknown.text).toContain(label('notFoundHint'))
  const closed = await opened('/people')
  expect(closed.text).toContain(label('notPermittedHint'))
  expect(closed.calls).toEqual([])
})

test('the menu lists the pages that the rights include, and no others', async () => {
  const page = await opened('/nowhere', { scopes: ['rewards:read'] })
  const listed = pages.filter(({ isUnlisted, scope }) => !isUnlisted && [null, 'rewards:read'].includes(scope))
  const hidden = pages.filter(({ isUnlisted, scope }) => !isUnlisted && scope === 'cashier:read')
  expect([listed.length > 2, hidden.length > 2]).toEqual([true, true])
  expect(listed.map(({ title }) => page.has(label(title)))).toEqual(listed.map(() => true))
  expect(hidden.map(({ title }) => page.has(label(title)))).toEqual(hidden.map(() => false))
})

test('whoever signs out leaves for a new page, also where the desk has failed', async () => {
  for (const status of [200, 503]) {
    const page = await opened('/nowhere', {}, status)
    await page.press(label('signOut'))
    expect(page.calls).toMatchObject([{ route: 'DELETE /api/session' }])
    expect(page.documents).toEqual(['/'])
  }
})
