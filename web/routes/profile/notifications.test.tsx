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
