/** Each refusal of play has one name from the database to the texts that players read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import { nameTo, type PlayCall, refusalsOfPlay, refusalsTo, studioAnswers } from '#contract/refusals-of-play.ts'
import { enterTournament } from '#contract/tournaments.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the functions of the database refuse with the names of the table, and with all of them', () => {
  const folder = 'server/kernel/db/functions'
  const sql = readdirSync(join(root, folder))
    .map((file) => read(`${folder}/${file}`).replaceAll(/--.*/g, ''))
    .join('\n')
  const refused = [...sql.matchAll(/(?:THEN|refusal :=|ROW\() *'([a-z]+(?:[A-Z][a-z]+)+)'/g)].map(([, name]) => name)
  expect([...new Set(refused)].sort()).toEqual(Object.keys(refusalsOfPlay).sort())
})

test('each call is told what its endpoint declares; a refusal that it never gets is an error', () => {
  expect(nameTo('bet', 'playTimeReached')).toBe('limitReached')
  expect(nameTo('tournamentEntry', 'playTimeReached')).toBe('playLimitReached')
  expect(nameTo('sportsBet', 'sessionClosed')).toBe('tokenInvalid')
  expect(() => nameTo('sportsBet', 'freeSpinsEnded')).toThrow('sportsBet was refused as freeSpinsEnded')
  expect(refusalsTo('rollback')).toEqual({
    transactionConflict: { status: 409, description: studioAnswers.transactionConflict.description },
    betNotFound: { status: 404, description: studioAnswers.betNotFound.description },
    betRolledBack: { status: 409, description: studioAnswers.betRolledBack.description },
    betAlreadyPaid: { status: 422 },
  })
  for (const call of ['bet', 'win', 'rollback', 'sportsBet', 'tournamentEntry'] satisfies PlayCall[]) {
    const names = Object.values(refusalsOfPlay).flatMap((row) => (call in row ? [row[call as never]] : []))
    expect(Object.keys(refusalsTo(call)).sort()).toEqual([...new Set(names)].sort())
  }
})

test('players can read every refusal of a bet on sports and of the entry to a tournament in their language', () => {
  const sports = JSON.parse(read('sandbox/sportsbook/words.json')) as Record<string, Record<string, string>>
  // The slip shows the balance instead.
  const bySlip = Object.keys(refusalsTo('sportsBet')).filter((name) => name !== 'insufficientFunds')
  for (const locale of localeCodes) {
    for (const name of bySlip) expect(sports[locale]![`error_${name}`], `${locale} ${name}`).toBeTruthy()
    const texts = Object.assign({}, ...Object.values(JSON.parse(read(`content/${locale}/refusals.json`)) as object))
    for (const name of Object.keys(enterTournament.refusals)) expect(texts[name], `${locale} ${name}`).toBeTruthy()
  }
})
