import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '#web/api/use-api.ts'
import { route } from './notifications.tsx'

function show(page: number, total: number): string {
  const answer = { data: [], meta: { page, perPage: 20, total, totalUnread: 0 } }
  return markupOf(<route.View />, {
    path: '/profile/notifications',
    search: `?page=${page}`,
    answers: [[apiKey('GET /api/notification/messenger/messages', { query: { page, perPage: 20 } }), answer]],
  })
}

test('an empty page beyond the last one links to the previous page and does not say that there are no messages', () => {
  for (const [page, total, newer] of [
    [2, 20, 1],
    [3, 40, 2],
    [9, 40, 2],
  ] as const) {
    const html = show(page, total)
    expect(html).toContain(`href="/profile/notifications?page=${newer}"`)
    expect(html).not.toContain('No notifications yet')
  }
  expect(show(1, 0)).toContain('No notifications yet')
})

// Shows: 3.24.1
test('each notification shows its title, and those without the time of reading are marked as unread', () => {
  const message = (id: string, readAt: string | null) => ({
    id,
    readAt,
    state: readAt ? 2 : 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    content: { title: `Title ${id}`, description: null, link: null },
  })
  const answer = {
    data: [message('a', null), message('b', '2026-11-20T13:00:00.000Z')],
    meta: { page: 1, perPage: 20, total: 2, totalUnread: 1 },
  }
  const shown = markupOf(<route.View />, {
    path: '/profile/notifications',
    answers: [[apiKey('GET /api/notification/messenger/messages', { query: { page: 1, perPage: 20 } }), answer]],
  })
  const [, unread, read] = shown.split('<li')
  expect([/^[^>]*data-unread/.test(unread!), /^[^>]*data-unread/.test(read!)]).toEqual([true, false])
  expect([unread!.includes('Title a'), read!.includes('Title b')]).toEqual([true, true])
})
