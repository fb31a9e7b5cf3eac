import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type CompiledMessage, formatMessage } from '#contract/message-format.ts'
import { readFigures } from '#games/figures.ts'
import { games } from '#games/games.ts'
import { localeCodes } from '#contract/locales.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { formatPercent, roundsPerHit } from './figures.ts'
import { percentLabel } from './percent-label.ts'

test('roundsPerHit rounds the inverse of the hit rate', () => {
  expect([53.06, 28, 20, 12.5, 100].map(roundsPerHit)).toEqual([2, 4, 5, 8, 1])
})

test('a higher volatility class always has a higher standard deviation', () => {
  const steps = ['low', 'medium', 'high', 'extreme']
  const spread = games
    .map(({ slug, volatility }) => ({ step: steps.indexOf(volatility), deviation: readFigures(slug).deviation }))
    .toSorted((one, other) => one.deviation - other.deviation)
  expect(spread.map(({ step }) => step)).toEqual(spread.map(({ step }) => step).toSorted((one, other) => one - other))
})

test.each([
  ['en', 1, 'Pays in every round'],
  ['en', 2, 'Pays about every 2nd round'],
  ['en', 5, 'Pays about every 5th round'],
  ['de', 5, 'Zahlt etwa jede 5. Runde'],
  ['pt-BR', 5, 'Paga cerca de uma vez a cada 5 rodadas'],
  ['ar', 5, 'تدفع نحو مرة كل 5 جولات'],
])('in %s a hit every %i rounds reads %s', (locale, every, text) => {
  const { paysEvery } = labelsOf('games', locale)
  expect(formatMessage(locale, compileMessage(paysEvery!) as CompiledMessage, { every })).toBe(text)
})

test.each(localeCodes)('in %s the percentage of a tile has the same format as other percentages', (locale) => {
  const label = compileMessage(labelsOf('lobby', locale).percent!) as CompiledMessage
  const returns = games.map(({ slug }) => readFigures(slug).rtp)
  for (const rtp of [...returns, 0, 5, 94.1, 96.567, 100])
    expect(percentLabel(rtp, (_key, values) => formatMessage(locale, label, values))).toBe(formatPercent(rtp, locale))
})
