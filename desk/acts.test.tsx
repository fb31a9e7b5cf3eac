import { expect, test } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { Acts } from './acts.tsx'
import { actTitles } from './labels.ts'

const show = views()

test('the audit log names acts and people in words, and is filtered by a choice of all acts', async () => {
  const at = '2026-11-02T12:00:00.000Z'
  const page = await show(<Acts />, {
    path: '/acts',
    search: '?action=balance-adjusted',
    answer: () => ({
      body: {
        acts: [
          { id: '1', at, actor: 'operator:mia', action: 'balance-adjusted', playerId: null, address: null, detail: {} },
          {
            id: '2',
            at,
            actor: 'player:11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
            action: 'signed-in',
            playerId: null,
            address: null,
            detail: { method: 'password' },
          },
        ],
        next: null,
      },
    }),
  })
  expect(page.calls[0]!.route).toBe('GET /api/acts?action=balance-adjusted')
  for (const part of ['mia Balance adjusted', 'player 11111111 Signed in', 'method: password'])
    expect(page.text).toContain(part)
  expect(actTitles()).toContainEqual({ action: 'balance-adjusted', title: 'Balance adjusted' })
})
