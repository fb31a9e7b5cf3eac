import { expect, test } from 'vitest'
import { previewOf, suggestedFor } from './jackpot-amounts.ts'

test('terms are suggested for a side stake, and their preview says what they cost and return', () => {
  const terms = suggestedFor('0.10')!
  expect(terms.levels).toEqual({
    mini: { contribution: '0.03', seed: '6.00', cap: '21.00' },
    major: { contribution: '0.02', seed: '50.00', cap: '500.00' },
    grand: { contribution: '0.01', seed: '500.00', cap: '5000.00' },
  })
  expect(previewOf(terms)).toEqual({
    seeds: '556.00',
    percent: 90.6185,
    kept: '9.38',
    levels: [
      { level: 'mini', average: 250.5, most: 500, seed: '6.00' },
      { level: 'major', average: 11_250.5, most: 22_500, seed: '50.00' },
      { level: 'grand', average: 225_000.5, most: 450_000, seed: '500.00' },
    ],
  })
  expect(suggestedFor('0.00001')).toBeNull()
  expect(suggestedFor('0.0001000')!.levels.mini.contribution).toBe('0.0000300')
  expect(['', '-1', '1,5', '0.01', '1e3'].map(suggestedFor)).toEqual([null, null, null, null, null])
})

test('terms that cannot be opened are named before they are sent', () => {
  const terms = suggestedFor('0.10')!
  const mini = (changed: object) =>
    previewOf({ ...terms, levels: { ...terms.levels, mini: { ...terms.levels.mini, ...changed } } })
  expect(mini({ cap: '' })).toEqual({ fault: 'amountInvalid' })
  expect(mini({ cap: '21.01' })).toEqual({ fault: 'capInvalid' })
  expect(mini({ contribution: '0.08' })).toEqual({ fault: 'splitInvalid' })
  expect(mini({ cap: '6.03' })).toEqual({ fault: 'returnTooHigh' })
})
