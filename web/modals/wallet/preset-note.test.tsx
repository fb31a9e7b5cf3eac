import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CompiledMessage } from '#contract/message-format.ts'
import { apiKey } from '../../api/use-api.ts'
import { Labels, LabelsContext } from '../../render/labels.tsx'
import { MissingBonus } from './preset-note.tsx'

const bonuses = Object.fromEntries(
  Object.entries(
    JSON.parse(readFileSync(new URL('../../../content/en/ui/bonuses.json', import.meta.url), 'utf8')) as Record<
      string,
      string
    >,
  ).map(([key, text]) => [key, compileMessage(text) as CompiledMessage]),
)
function noteOf(status: Array<{ id: string; isAvailable: boolean }> | undefined): string {
  const client = new QueryClient()
  if (status)
    client.setQueryData(
      apiKey('GET /api/game/bonuses/status', { query: { bonusIds: ['welcome-100'], currency: 'EUR' } }),
      status,
    )
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LabelsContext value={new Labels('en', { bonuses }, null)}>
        <MissingBonus id="welcome-100" currency="EUR" />
      </LabelsContext>
    </QueryClientProvider>,
  ).replaceAll(/<[^>]+>/g, '')
}

test.each([
  ['that can be had needs another amount', [{ id: 'welcome-100', isAvailable: true }], /another amount/],
  ['that cannot be had is said to be unavailable', [{ id: 'welcome-100', isAvailable: false }], /not available/],
  ['of which nothing is known yet is not spoken of', undefined, /^$/],
])('a bonus %s', (_name, status, text) => {
  expect(noteOf(status)).toMatch(text)
})
