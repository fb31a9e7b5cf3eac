import { expect, test } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Returns } from './returns.tsx'

const show = views()
const game = (title: string, deviations: number | null) => ({
  studio: 'fairhouse-studio',
  game: title,
  title,
  stakes: '1–10',
  currency: 'EUR',
  rounds: 12_345,
  staked: '1000.00',
  won: '950.50',
  expected: 96,
  actual: 95.05,
  deviations,
})

test('a return is marked from four standard deviations on, in both directions, and none where rounds are too few', async () => {
  const page = await show(<Returns operator={{ scopes: ['games:read'] } as never} params={{}} />, {
    path: '/returns',
    answer: ({ route }) =>
      route === 'GET /api/return-alarms'
        ? { body: [] }
        : { body: [game('A', 3.94), game('B', 4), game('C', -4.1), game('D', null)] },
  })
  expect(page.text).toContain('A 1–10 EUR 12,345 1,000.00 EUR 950.50 EUR 96.00 % 95.05 % 3.9')
  expect(page.text).toContain(label('reports.tooFew'))
  const toneOf = (deviations: string) => page.find(deviations).getAttribute('data-tone')
  expect(['3.9', '4.0', '-4.1'].map(toneOf)).toEqual(['neutral', 'danger', 'danger'])
})
