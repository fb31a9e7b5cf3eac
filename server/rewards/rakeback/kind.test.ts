import { expect, test } from 'vitest'
import type { Definition } from '../../kernel/definitions/definitions.ts'
import { type RakebackDefinition, readRule, writeRule } from './kind.ts'

const at = (ms: number) => new Date(Date.UTC(2026, 10, 23) + ms)
const version = (
  number: number,
  percent: number,
  startsAt: Date,
  endsAt: Date | null,
): Definition<RakebackDefinition> => ({
  identity: 'instant',
  version: number,
  data: { name: { en: 'Rakeback' }, percent, min: { base: '0.10', items: {} } },
  state: endsAt ? 'ended' : 'active',
  startsAt,
  endsAt,
})

test('a moment belongs to one version, also where a version started before the one that it replaced had ended', () => {
  const { versions } = readRule(
    writeRule([
      version(1, 7.5, at(0), at(1_007)),
      version(2, 25, at(1_000), at(2_000)),
      version(3, 10, at(3_000), null),
    ]),
  )
  expect(versions).toEqual([
    { hundredths: 750, from: at(0).toISOString(), to: at(1_000).toISOString() },
    { hundredths: 2500, from: at(1_000).toISOString(), to: at(2_000).toISOString() },
    { hundredths: 1000, from: at(3_000).toISOString(), to: null },
  ])
})

test('without a version nothing is stated', () => {
  expect(readRule(writeRule([]))).toEqual({ versions: [] })
})
