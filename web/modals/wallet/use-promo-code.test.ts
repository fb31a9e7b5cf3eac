import { expect, test } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { tryCode } from './use-promo-code.ts'

/** Tries a code against a server that answers with these statuses, and returns the requests and the result. */
async function tried(...statuses: number[]) {
  const requests: unknown[] = []
  const answer = await tryCode(
    'HARBOUR',
    async (body) => (requests.push(body), { status: statuses[requests.length - 1]! }),
  )
  return { sent: requests, ...answer }
}
const of = (...triggers: number[]) => triggers.map((trigger) => ({ bonusCode: 'HARBOUR', trigger }))

// Shows: 7.5.2
test('a code is tried for registration first and then for deposits', async () => {
  expect(await tried(1)).toEqual({ sent: of(1), isAdded: true, alert: undefined })
  expect(await tried(3, 1)).toEqual({ sent: of(1, 3), isAdded: true, alert: undefined })
})

// Shows: 8.7.2
test('status 3 gives the alert for an incorrect code, and status 4 for an unavailable one', async () => {
  expect(await tried(3, 3)).toEqual({ sent: of(1, 3), isAdded: false, alert: 'bonusCodeIncorrect' })
  expect(await tried(3, 4)).toEqual({ sent: of(1, 3), isAdded: false, alert: 'bonusCodeNotAvailable' })
  expect(contentOf('alerts/bonuses')).toMatchObject({ bonusCodeIncorrect: {}, bonusCodeNotAvailable: {} })
})
