import { expect, test } from 'vitest'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { MissingBonus } from './preset-note.tsx'

function noteOf(status: Array<{ id: string; isAvailable: boolean }> | undefined): string {
  const key = apiKey('GET /api/game/bonuses/status', { query: { bonusIds: ['welcome-100'], currency: 'EUR' } })
  return textOf(<MissingBonus id="welcome-100" currency="EUR" />, { answers: status ? [[key, status]] : [] })
}

test.each([
  ['that is available needs another amount', [{ id: 'welcome-100', isAvailable: true }], /different amount/],
  ['that is not available is reported as unavailable', [{ id: 'welcome-100', isAvailable: false }], /not available/],
  ['of which nothing is known yet is not mentioned', undefined, /^$/],
])('a bonus %s', (_name, status, text) => {
  expect(noteOf(status)).toMatch(text)
})
