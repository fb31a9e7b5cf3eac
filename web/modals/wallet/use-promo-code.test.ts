import { expect, test } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { tryCode } from './use-promo-code.ts'

/** The triggers that a code is sent with, and what follows, where the server answers with these statuses. */
async function tried(...statuses: number[]) {
  const sent: unknown[] = []
  const answer = await tryCode('HARBOUR', async (body) => (sent.push(body), { status: statuses[sent.length - 1]! }))
  return { sent, ...answer }
}
const of = (...triggers: number[]) => triggers.map((trigger) => ({ bonusCode: 'HARBOUR', trigger }))

// Shows: 7.5.2
test('a code is added for registration, and otherwise for deposits', async () => {
  expect(await tried(1)).toEqual({ sent: of(1), isAdded: true, alert: undefined })
  expect(await tried(3, 1)).toEqual({ sent: of(1, 3), isAdded: true, alert: undefined })
})

// Shows: 8.7.2
test('a code that is neither is named as incorrect by status 3, as not available by 4', async () => {
  expect(await tried(3, 3)).toEqual({ sent: of(1, 3), isAdded: false, alert: 'bonusCodeIncorrect' })
  expect(await tried(3, 4)).toEqual({ sent: of(1, 3), isAdded: false, alert: 'bonusCodeNotAvailable' })
  expect(contentOf('alerts/bonuses')).toMatchObject({ bonusCodeIncorrect: {}, bonusCodeNotAvailable: {} })
})
