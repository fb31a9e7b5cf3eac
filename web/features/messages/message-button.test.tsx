/** What a message's button leads to, rendered from fixtures. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MessageTarget } from '#contract/message-links.ts'
import type { Navigator } from '../../render/navigate.ts'
import { NavigatorContext } from '../../render/router.tsx'
import { MessageButton } from './message-button.tsx'

function markupOf(target: MessageTarget | null, label = 'View <b>history</b>'): string {
  const place = { page: { pathname: '/de/games/dice', params: {} }, search: '?view=grid', isLoading: false }
  const locales = ['en', 'de'].map((code) => ({ code, isDefault: code === 'en' }))
  const navigator = {
    place,
    visitor: { locale: 'de', locales },
    subscribe: () => () => undefined,
    current: () => place,
    initial: place,
  } as unknown as Navigator
  const message = {
    id: '00000000-0000-4000-8000-000000000000',
    readAt: null,
    state: 1,
    createdAt: '2026-11-21T12:00:00.000Z',
    content: { title: 'Deposit', description: null, link: target && { label, target } },
  } as const
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NavigatorContext value={navigator}>
        <MessageButton message={message} />
      </NavigatorContext>
    </QueryClientProvider>,
  )
}

test('a page opens in the language of the site, and the label is text', () => {
  const markup = markupOf({ kind: 'page', path: '/profile/history' })
  expect(markup).toContain('href="/de/profile/history"')
  expect(markup).toContain('View &lt;b&gt;history&lt;/b&gt;')
})

test('a modal opens over the page the player is on', () => {
  expect(markupOf({ kind: 'modal', modal: 'wallet', value: 'deposit' })).toContain(
    'href="/de/games/dice?view=grid&amp;wallet=deposit"',
  )
})

test('a call is a button, not an address', () => {
  const markup = markupOf({ kind: 'call', call: 'activate-quest', id: 'first-steps' })
  expect(markup).toMatch(/^<button type="button"/)
  expect(markup).not.toContain('href')
})

test('a message without a link has no button', () => {
  expect(markupOf(null)).toBe('')
})
