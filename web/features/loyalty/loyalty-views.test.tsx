/** Tests of the loyalty views in all states and locales, rendered from fixtures. */
import { Dialog } from '@base-ui/react/dialog'
import { describe, expect, test } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { LoyaltyAccount, LoyaltyLevel, LoyaltyRule } from '#contract/loyalty.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { modal } from '../../modals/loyalty-level.tsx'
import { Ladder } from './ladder.tsx'
import { PointsRule } from './points-rule.tsx'
import { OwnLevel } from './own-level.tsx'

const levels: LoyaltyLevel[] = [
  { order: 1, name: 'Spark', points: 0, cashbackPercent: 0, rewards: [], benefits: [] },
  {
    order: 2,
    name: 'Ember',
    points: 100,
    cashbackPercent: 0,
    rewards: [{ kind: 'offer', name: '10 free spins', game: { id: 'lantern-harbor', name: 'Lantern Harbor' } }],
    benefits: [],
  },
  {
    order: 3,
    name: 'Candle',
    points: 2500,
    cashbackPercent: 1.5,
    rewards: [{ kind: 'cash', amount: 600, currency: 'EUR' }],
    benefits: ['A host of your own'],
  },
]
const account: LoyaltyAccount = {
  points: 1300,
  currentLevel: { name: 'Ember', points: 100, order: 2 },
  nextLevel: { name: 'Candle', points: 2500 },
  version: 3,
}
const rule: LoyaltyRule = {
  games: [
    { id: 'dice', name: 'Dice', kind: 'dice', rtp: 99, pointsPerHundred: 25 },
    { id: 'tidepool', name: 'Tidepool', kind: 'slot', rtp: 96.29, pointsPerHundred: 92.69 },
  ],
  pointsPerUnit: { slot: 25, dice: 25 },
  baseCurrency: 'EUR',
  countsBonusStakes: false,
  decay: null,
}

test('the dialog shows the current level, or that of its address if the player has reached it', () => {
  const answers: Array<[readonly unknown[], unknown]> = [
    [apiKey('GET /api/retention/levels'), levels],
    [apiKey('GET /api/retention/account'), account],
  ]
  const shown = (value: string) =>
    textOf(
      <Dialog.Root open>
        <modal.View value={value} />
      </Dialog.Root>,
      { answers },
    )
  expect(['true', '2', '1', '3'].map(shown)).toEqual([
    expect.stringContaining('You have reached Ember'),
    expect.stringContaining('You have reached Ember'),
    expect.stringContaining('You have reached Spark'),
    expect.stringContaining('Your level could not be found'),
  ])
})

describe('the ladder', () => {
  test('shows the requirements and rewards of each level', () => {
    const text = textOf(<Ladder levels={levels} current={null} />)
    expect(text).toContain('Spark From the start')
    expect(text).toContain('Ember From 100 points 10 free spins')
    expect(text).toContain('Candle From 2,500 points €6.00 in cash 1.5% cashback A host of your own')
  })

  test('marks one level as the player’s, and none for a guest', () => {
    const own = markupOf(<Ladder levels={levels} current={2} />)
    expect(own.match(/aria-current="step"/g)).toHaveLength(1)
    expect(textOf(<Ladder levels={levels} current={2} />)).toContain('10 free spins · Lantern Harbor Your level')
    expect(own.match(/data-state="ahead"/g)).toHaveLength(2)
    expect(markupOf(<Ladder levels={levels} current={null} />)).not.toContain('aria-current')
  })
})

describe("the player's state", () => {
  test('shows points, level and the progress to the next one', () => {
    const text = textOf(<OwnLevel account={account} levelCount={3} />)
    expect(text).toContain('Level 2 of 3 Ember 1,300 points')
    expect(text).toContain('1,200 points to Candle 2,500')
    expect(markupOf(<OwnLevel account={account} levelCount={3} />)).toContain('aria-valuenow="50"')
  })

  test('shows no progress at the highest level', () => {
    const text = textOf(<OwnLevel account={{ ...account, nextLevel: null }} levelCount={2} />)
    expect(text).toContain('You have reached the highest level.')
    expect(text).not.toContain('points to')
  })
})

test('the rule lists games with RTP and points, and what does not count', () => {
  const text = textOf(<PointsRule rule={rule} />)
  expect(text).toContain('Dice, instant games and table games: 25 points for each €1.00')
  expect(text).toContain('Points for stakes of €100.00 Game RTP Points Dice 99.00% 25.00 Tidepool 96.29% 92.69')
  expect(text).toContain('Stakes of bonus money and free spins earn no points.')
  expect(textOf(<PointsRule rule={{ ...rule, countsBonusStakes: true }} />)).not.toContain('Stakes of bonus money')
})

test.each(locales)('every view has its texts in %s', (locale) => {
  const text = textOf(
    <>
      <OwnLevel account={account} levelCount={3} />
      <Ladder levels={levels} current={2} />
      <PointsRule rule={rule} />
    </>,
    { locale },
  )
  expect(text).not.toMatch(/\{|levelOf|pointsWord|fromPoints|kind_|tableCaption|howToEarn/)
})
