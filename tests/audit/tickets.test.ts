import { expect, test } from 'vitest'
import { hashText } from '#audit/numbers.ts'
import { auditHouse, auditPlayers } from '#audit/audit.ts'
import { Findings } from '#audit/findings.ts'
import type { Entry } from '#audit/records.ts'

const from = '2026-11-28T00:00:00.000Z'
const range = { from, to: '2026-11-29T00:00:00.000Z', firstMovement: 1, lastMovement: 9 }

/** Codes of an account with 1.00 and this entry of 0.10 less, in a round that is not of the house's games. */
async function codesOf(kind: string): Promise<string[]> {
  const entry: Entry = {
    record: 'entry',
    movement: 5,
    ordinal: 0,
    at: '2026-11-28T12:00:00.000Z',
    kind,
    currency: 'EUR',
    part: 'cash',
    amount: -10,
    balance: 90,
    counterparty: 'house:games',
    studio: 'fairhouse-studio',
    round: crypto.randomUUID(),
  }
  const facts = await auditHouse([], range, new Findings())
  const { findings } = await auditPlayers(
    [
      { record: 'player', player: hashText('somebody') },
      { record: 'account', currency: 'EUR', part: 'cash', opening: 100, closing: 90 },
      entry,
    ],
    facts,
  )
  return [...findings.counts.keys()]
}

test('a ticket of a jackpot has the round that it was bought with, and is no stake of that round', async () => {
  expect(await codesOf('jackpot-stake')).toEqual([])
  expect(await codesOf('bet')).toEqual(['ENTRY_ROUND'])
  expect(await codesOf('fee')).toEqual(['ENTRY_ROUND'])
})
