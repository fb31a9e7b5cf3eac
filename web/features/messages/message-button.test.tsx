/** Tests of the button of a message, rendered from fixtures. */
import { expect, test } from 'vitest'
import type { MessageTarget } from '#contract/message-links.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import { MessageButton } from './message-button.tsx'

function buttonFor(target: MessageTarget | null, label = 'View <b>history</b>'): string {
  const message = {
    id: '00000000-0000-4000-8000-000000000000',
    readAt: null,
    state: 1,
    createdAt: '2026-11-21T12:00:00.000Z',
    content: { title: 'Deposit', description: null, link: target && { label, target } },
  } as const
  return markupOf(<MessageButton message={message} />, {
    locale: 'de',
    path: '/de/games/dice',
    search: '?view=grid',
  })
}

test('a page link has the locale prefix, and markup in the label is escaped', () => {
  const markup = buttonFor({ kind: 'page', path: '/profile/history' })
  expect(markup).toContain('href="/de/profile/history"')
  expect(markup).toContain('View &lt;b&gt;history&lt;/b&gt;')
})

test('a modal link keeps the current page and query', () => {
  expect(buttonFor({ kind: 'modal', modal: 'wallet', value: 'deposit' })).toContain(
    'href="/de/games/dice?view=grid&amp;wallet=deposit"',
  )
})

test('a call is a button, not an address', () => {
  const markup = buttonFor({ kind: 'call', call: 'activate-quest', id: 'first-steps' })
  expect(markup).toMatch(/^<button type="button"/)
  expect(markup).not.toContain('href')
})

test('a message without a link has no button', () => {
  expect(buttonFor(null)).toBe('')
})
