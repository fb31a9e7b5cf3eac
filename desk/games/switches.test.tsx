import { expect, test } from 'vitest'
import { label } from '../labels.ts'
import { views } from '#tests/setup/hook.tsx'
import { Switches } from './switches.tsx'

const show = views()
const switched = (name: string, title: string) => ({
  name,
  title,
  country: null,
  reason: 'Down since 02:40',
  actor: 'operator:mia',
  at: '2026-11-02T12:00:00.000Z',
})

test('what is switched off names who did it, and leads to the payments that wait for a method or partner', async () => {
  const answer = () => ({
    body: [switched('partner:acquirer', 'All payments by acquirer'), switched('game:dice', 'Dice')],
  })
  const page = await show(<Switches operator={{ scopes: ['games:read', 'cashier:read'] } as never} params={{}} />, {
    path: '/switches',
    answer,
  })
  expect(page.text).toContain('mia')
  expect(page.text).not.toContain('operator:mia')
  expect(page.text.split(label('games.openPayments'))).toHaveLength(2)
  expect(page.find(label('games.openPayments')).getAttribute('href')).toBe('/payments?partner=acquirer&state=open')
  const other = await show(<Switches operator={{ scopes: ['games:read'] } as never} params={{}} />, {
    path: '/switches',
    answer,
  })
  expect(other.has(label('games.openPayments'))).toBe(false)
})
