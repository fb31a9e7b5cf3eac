import { expect, test } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { PlayerRewards } from './player-rewards.tsx'

const show = views()
const options = { currencies: ['EUR', 'BTC'], offers: [{ id: 'o1', description: 'An offer' }], freeBets: [] }
const bodies = new Map<string, object>([
  ['rewards', { rewards: [], options }],
  ['levels', { level: 0, name: null, points: '0', earned: '0', reviewAt: null, reached: [] }],
  ['quests', { quests: [] }],
])

test('an amount of cash has the currency beside it, points have none, and an offer has no amount', async () => {
  const page = await show(
    <PlayerRewards operator={{ scopes: ['rewards:do'] } as never} params={{ playerId: 'p1' }} />,
    { path: '/players/p1/rewards', answer: ({ route }) => ({ body: bodies.get(route.split('/').at(-1)!) ?? {} }) },
  )
  const beside = (name: string) => page.find(name).parentElement!.textContent
  expect(beside(label('rewards.amount'))).toBe('EUR')
  await page.enter(label('rewards.currency'), 'BTC')
  expect(beside(label('rewards.amount'))).toBe('BTC')
  await page.enter(label('rewards.kind'), 'points')
  expect(page.find(label('rewards.points')).localName).toBe('input')
  expect(page.find(label('rewards.points')).closest('form')!.textContent).not.toContain('BTC')
  await page.enter(label('rewards.kind'), 'offer')
  expect([page.has(label('rewards.amount')), page.has('An offer')]).toEqual([false, true])
})
