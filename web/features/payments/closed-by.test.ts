/** Tests that a closed payment states who closed it, and does not blame the player for other causes. */
import { describe, expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { Invoice } from '#contract/payments.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { alertOf } from './live.ts'
import { declinedKey, stageKey } from './status-timeline.tsx'

const wallet = (locale: string) => labelsOf('wallet', locale)
const alerts = contentOf('alerts/payments') as Record<string, { title: string }>
const causes = ['player', 'partner', 'exclusion', 'account-closure', undefined] as const
const closed = (type: 1 | 2, closedBy: Invoice['closedBy']): Invoice =>
  ({ type, status: 3, stage: 'declined', ...(closedBy && { closedBy }) }) as Invoice

test.each(localeCodes)('every cause has a text in %s', (locale) => {
  const texts = wallet(locale)
  for (const type of [1, 2] as const)
    for (const closedBy of causes) {
      expect(texts).toHaveProperty([stageKey(closed(type, closedBy), 'declined')])
      expect(texts).toHaveProperty([declinedKey(closed(type, closedBy))])
    }
})

describe('in English', () => {
  const texts = wallet('en')
  test.each(causes)('a payment closed by %s mentions the player only if the player closed it', (closedBy) => {
    for (const type of [1, 2] as const) {
      const words = [
        texts[stageKey(closed(type, closedBy), 'declined')]!,
        texts[declinedKey(closed(type, closedBy))]!,
      ].join(' ')
      expect(/by you\b|^You /m.test(words)).toBe(closedBy === 'player')
      expect(words.includes('self-exclusion')).toBe(type === 1 && closedBy === 'exclusion')
    }
  })

  test('the alert of a deposit closed by an exclusion does not call it cancelled', () => {
    expect(alerts[alertOf(closed(1, 'exclusion'))]!.title).toBe('Deposit closed')
    expect(alerts[alertOf(closed(1, 'player'))]!.title).toBe('Deposit cancelled')
    expect(alerts[alertOf(closed(2, 'partner'))]!.title).toBe('Withdrawal cancelled')
  })
})

test('stages other than a decline do not depend on the cause', () => {
  expect(stageKey(closed(1, 'exclusion'), 'awaiting-payment')).toBe('stageDeposit_awaitingpayment')
})
