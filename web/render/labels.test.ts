import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import type { CompiledMessage } from '#contract/message-format.ts'
import { Labels } from './labels.tsx'

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text) as CompiledMessage]))

test('placeholders and plurals still work after serialisation as JSON', () => {
  const areas = JSON.parse(
    JSON.stringify({
      wallet: compiled({ minMax: 'min {min}, max {max}', spins: '{count, plural, one {# spin} other {# spins}}' }),
    }),
  ) as never
  const t = new Labels('en', areas, null).translator('wallet')
  expect(t('minMax', { min: '€10', max: '€50' })).toBe('min €10, max €50')
  expect([t('spins', { count: 1 }), t('spins', { count: 5 })]).toEqual(['1 spin', '5 spins'])
})

test('the catalogue for the browser has only the areas that were used', () => {
  const labels = new Labels('en', { shell: compiled({ a: 'A' }), wallet: compiled({ b: 'B' }) }, null)
  labels.translator('shell')
  expect(Object.keys(labels.catalogue())).toEqual(['shell'])
})

test('two loads fetch an area once; after a failure its keys are shown and the next load fetches it again', async () => {
  let fetchCount = 0
  const labels = new Labels('de', {}, async () => {
    fetchCount += 1
    if (fetchCount === 1) throw new Error('offline')
    return compiled({ title: 'Brieftasche' })
  })
  await Promise.all([labels.load('wallet'), labels.load('wallet')])
  expect(fetchCount).toBe(1)
  expect(labels.has('wallet')).toBe(true)
  expect(labels.translator('wallet')('title')).toBe('title')
  await labels.load('wallet')
  expect(labels.translator('wallet')('title')).toBe('Brieftasche')
})

// Shows: change 38
test('a value without a label is shown as the words of its key, and a numeric value as nothing', () => {
  const t = new Labels('en', { history: compiled({ status_paid: 'Paid' }) }, null).translator('history')
  expect(t('status_paid')).toBe('Paid')
  expect(t('status_partlyPaid')).toBe('partly paid')
  expect(t('use_security-key')).toBe('security key')
  expect(t('invoiceStatus_17')).toBe('')
})

test('an area that had to be loaded returns the same promise after loading, and a preloaded area returns null', async () => {
  const labels = new Labels('en', { shell: {} }, async () => ({ hello: 'Hello' }))
  expect(labels.awaited('shell')).toBe(null)
  const awaited = labels.awaited('games')
  await awaited
  expect(labels.awaited('games')).toBe(awaited)
  expect(awaited).toMatchObject({ status: 'fulfilled' })
})
