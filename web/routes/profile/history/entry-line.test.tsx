import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { EntryLine } from './entry-line.tsx'

const entry = (counterparty: string): LedgerEntry => ({
  id: '1',
  movementId: '1',
  at: '2026-11-21T12:00:00.000Z',
  kind: 'bet',
  account: 'cash',
  currency: 'EUR',
  amount: -100,
  before: 1000,
  after: 900,
  counterparty,
  reference: { kind: 'round', id: 'r1', label: 'Tidepool', verifyUrl: '/rounds/r1' },
})

test.each([
  ['house:games:EUR', 'Games'],
  ['house:sports-open:EUR', 'Sports bets'],
  ['house:prizes:EUR', 'Tournaments'],
  ['clearing:sandbox:EUR', 'Payment partner'],
  ['player:5b0a1c86-0000-4000-8000-000000000000:vault:EUR', 'Your own account'],
  ['house:suspense:EUR', 'The operator'],
])('the other side of an entry, %s, is named in words', (counterparty, name) => {
  for (const locale of localeCodes) {
    const text = textOf(<EntryLine entry={entry(counterparty)} isLinked={false} />, { locale })
    expect(text).not.toMatch(/house:|clearing:|player:|with_/)
    if (locale === 'en') expect(text).toContain(name)
  }
})

test('an entry of a round that can be recalculated leads there, another one does not', () => {
  const { reference, ...plain } = entry('house:games:EUR')
  const shown = (verifyUrl: string | null, isLinked: boolean) =>
    markupOf(<EntryLine entry={{ ...plain, reference: { ...reference, verifyUrl } }} isLinked={isLinked} />)
  for (const isLinked of [true, false]) {
    expect(shown('/rounds/r1', isLinked)).toMatch(/<a [^>]*href="\/rounds\/r1"[^>]*>Verify/)
    expect(shown(null, isLinked)).not.toContain('/rounds/')
  }
})
