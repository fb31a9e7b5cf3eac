/**
 * Renders a view to markup with the shipped labels and with given responses of the API, as a player sees it at first.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { localeCodes as locales } from '#contract/locales.ts'
import type { CompiledMessage } from '#contract/message-format.ts'
import type { Visitor } from '#contract/pages.ts'
import { apiKey } from '#web/api/use-api.ts'
import { Labels, LabelsContext } from '#web/render/labels.tsx'
import type { Navigator } from '#web/render/navigate.ts'
import { NavigatorContext } from '#web/render/router.tsx'
import { directoryOf } from './content.ts'

export type RenderOptions = {
  locale?: string
  /** Query key and answer, e.g. `[apiKey('GET /api/player/profile'), profile]`; currencies have one already. */
  answers?: Array<[key: readonly unknown[], answer: unknown]>
  /** Query keys and errors of failed reads. */
  failures?: Array<[key: readonly unknown[], error: object]>
  path?: string
  search?: string
  /** Replaces the page's entry in the route table. */
  entry?: object
  isSignedIn?: boolean
  /** Further parts of `GET /api/player/init`. */
  init?: object
}

const currencies = [
  { code: 'EUR', type: 'fiat', isEnabled: true, subunitToUnit: 100, symbol: '€', subCurrencies: [] },
  { code: 'USDT', type: 'crypto', isEnabled: true, subunitToUnit: 1_000_000, symbol: '₮', subCurrencies: [] },
]

export function markupOf(view: ReactNode, options: RenderOptions = {}): string {
  const { path = '/', search = '', entry = { path } } = options
  const { client, visitor, labels } = pageParts(options)
  const place = { page: { pathname: path, params: {}, entry }, search, isLoading: false }
  const loader = { client, visitor }
  const navigator = { place, initial: place, visitor, loader, subscribe: () => () => undefined, current: () => place }
  const warnings = vi.spyOn(console, 'error')
  try {
    const markup = renderToStaticMarkup(inPage(view, { client, labels, navigator: navigator as unknown as Navigator }))
    expect(warnings.mock.calls, 'React warns').toEqual([])
    return markup
  } finally {
    warnings.mockRestore()
  }
}

/** Returns what a page of this visitor has before it is rendered. */
export function pageParts(options: RenderOptions): { client: QueryClient; visitor: Visitor; labels: Labels } {
  const { locale = 'en', answers = [], failures = [], isSignedIn = true } = options
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: Infinity } },
  })
  client.setQueryData(apiKey('GET /api/settings/currencies'), currencies)
  for (const [key, answer] of answers) client.setQueryData(key, answer)
  for (const [queryKey, error] of failures)
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ status: 'error', error: error as Error })
  const init = {
    country: 'DE',
    currency: 'EUR',
    isRestricted: false,
    restrictType: null,
    config: { minimumAge: 18 },
    ...options.init,
  }
  const offered = locales.map((code) => ({ code, isDefault: code === 'en' }))
  const visitor = { locale, locales: offered, isSignedIn, init } as unknown as Visitor
  return { client, visitor, labels: everyLabelOf(locale) }
}

type Page = { client: QueryClient; labels: Labels; navigator: Navigator }

export function inPage(view: ReactNode, { client, labels, navigator }: Page): ReactNode {
  return (
    <QueryClientProvider client={client}>
      <LabelsContext value={labels}>
        <NavigatorContext value={navigator}>{view}</NavigatorContext>
      </LabelsContext>
    </QueryClientProvider>
  )
}

/** Returns the visible text of a view, without markup. */
export function textOf(view: ReactNode, options?: RenderOptions): string {
  return markupOf(view, options)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const labels = new Map<string, Labels>()

function everyLabelOf(locale: string): Labels {
  const cached = labels.get(locale)
  if (cached) return cached
  const areas = Object.entries(directoryOf('ui', locale) as Record<string, Record<string, string>>).map(
    ([area, texts]) => [
      area,
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text) as CompiledMessage])),
    ],
  )
  const compiled = new Labels(locale, Object.fromEntries(areas) as ConstructorParameters<typeof Labels>[1], null)
  labels.set(locale, compiled)
  return compiled
}
