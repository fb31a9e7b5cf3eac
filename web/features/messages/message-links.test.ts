import { expect, expectTypeOf, test } from 'vitest'
import { isSitePath } from '#contract/fields/site-path.ts'
import {
  MessageLink,
  messageModals,
  messagePages,
  messageSections,
  MessageTarget,
  pathOf,
} from '#contract/message-links.ts'
import { modals } from '../../modals.ts'
import { match } from '../../render/match.ts'
import { routes } from '../../routes.ts'

// Shows: attack 209
test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/games/../../evil',
  '/games//evil.example',
  '/games/dice?next=//evil.example',
  '/games/dice#x',
  '/games/dice\n',
  '/games/',
  'javascript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,x',
  '/auth/autologin',
  '/api/player/sessions',
  '',
])('%j is rejected as the page of a message', (path) => {
  expect(MessageTarget.safeParse({ kind: 'page', path }).success).toBe(false)
})

// Shows: attack 209
test.each([
  { kind: 'link', href: 'https://evil.example' },
  { kind: 'page', path: '/', href: 'https://evil.example' },
  { kind: 'modal', modal: 'sign-in', value: 'true' },
  { kind: 'modal', modal: 'wallet', value: 'deposit&x=https://evil.example' },
  { kind: 'call', call: 'activate-quest', id: '../../player/sessions' },
  { kind: 'call', call: 'close-account', id: 'x' },
])('%j is rejected as the target of a message', (target) => {
  expect(MessageTarget.safeParse(target).success).toBe(false)
})

test('a label is required and has at most 60 characters', () => {
  const target = { kind: 'page', path: '/' }
  expect(MessageLink.safeParse({ label: 'Play', target }).success).toBe(true)
  for (const label of ['', 'x'.repeat(61)]) expect(MessageLink.safeParse({ label, target }).success).toBe(false)
})

test('the type of a page accepts only pages of the site', () => {
  type PagePath = Extract<MessageTarget, { kind: 'page' }>['path']
  expectTypeOf<'https://evil.example'>().not.toExtend<PagePath>()
  expectTypeOf<'javascript:alert(1)'>().not.toExtend<PagePath>()
  expectTypeOf<string>().not.toExtend<PagePath>()
  expectTypeOf<'/games/dice'>().toExtend<PagePath>()
})

const locales = [{ code: 'en', isDefault: true, name: 'English', direction: 'ltr' as const }]
const features = { isLoyaltyEnabled: true, hidesDocuments: false, sportsbook: { host: 'x', clientId: 'y' } }

test('every page and modal for messages exists on the site, and its address is a path of the site', () => {
  const paths = [...messagePages, ...messageSections.map((section) => `/${section}/some-identity` as const)]
  for (const path of paths) {
    const target = MessageTarget.parse({ kind: 'page', path })
    const found = match(pathOf(target), routes, locales, 'en', features)
    expect('entry' in found && found.entry.path, path).not.toMatch(/^\/?\*|false/)
    expect(isSitePath(pathOf(target))).toBe(true)
  }
  for (const modal of messageModals) {
    expect(Object.keys(modals)).toContain(modal)
    expect(pathOf(MessageTarget.parse({ kind: 'modal', modal, value: 'true' }))).toBe(`/?${modal}=true`)
  }
})
