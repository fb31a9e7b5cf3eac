/** Renders a document without shell, scripts and state, from nothing but the request. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { FaultRequest, RenderedPage, Visitor } from '#contract/pages.ts'
import { apiKey } from '../api/use-api.ts'
import { notFoundEntry } from '../routes.ts'
import { titleOf } from './head.ts'
import { Labels, LabelsContext } from './labels.tsx'
import type { Loader } from './load.ts'
import { Navigator } from './navigate.ts'
import type { Page } from './page.ts'
import { NavigatorContext } from './router.tsx'
import { createClient } from './state.ts'

type AloneRequest = FaultRequest & { meta: (loader: Loader) => Page['meta']; files: string[] }

export function renderAlone(request: AloneRequest, children: ReactNode): RenderedPage {
  const { status, locale, locales, labels, layout, files } = request
  const client = createClient()
  client.setQueryData(
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'layout' } }),
    layout,
  )
  // The request has no other data about the visitor.
  const visitor = { locale, locales } as Visitor
  const loader: Loader = { visitor, labels: new Labels(locale, labels, null), client, fetch: () => Promise.resolve() }
  const meta = request.meta(loader)
  const page = { entry: notFoundEntry, locale, pathname: '/', status, meta, params: {} } as Partial<Page> as Page
  const body = renderToString(
    <QueryClientProvider client={client}>
      <LabelsContext value={loader.labels}>
        <NavigatorContext value={new Navigator(loader, page, '')}>{children}</NavigatorContext>
      </LabelsContext>
    </QueryClientProvider>,
  )
  return {
    kind: 'page',
    status,
    locale,
    direction: locales.find(({ code }) => code === locale)?.direction ?? 'ltr',
    title: titleOf(page, { visitor, client, origin: '' }),
    head: [{ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } }],
    jsonLd: null,
    body,
    state: [],
    files,
  }
}
