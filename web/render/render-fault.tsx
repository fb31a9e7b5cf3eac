/** The error page for responses without a page: without the shell and scripts, from content only. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { FaultRequest, RenderedPage, Visitor } from '#contract/pages.ts'
import type { Locale } from '#contract/settings.ts'
import { apiKey } from '../api/use-api.ts'
import { Logo } from '../design/logo/logo.tsx'
import { ErrorPage } from './errors.tsx'
import styles from './errors.module.css'
import { titleOf } from './head.ts'
import { Labels, LabelsContext } from './labels.tsx'
import { errorMeta, type Loader, routeChunksFile } from './load.ts'
import { splitLocale } from './match.ts'
import { Navigator } from './navigate.ts'
import type { Page } from './page.ts'
import { NavigatorContext } from './router.tsx'
import { notFoundEntry } from '../routes.ts'
import { createClient } from './state.ts'

export function renderFault({ status, locale, locales, labels, layout }: FaultRequest): RenderedPage {
  const client = createClient()
  client.setQueryData(
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'layout' } }),
    layout,
  )
  // Nothing else is known about the visitor.
  const visitor = { locale, locales } as Visitor
  const loader: Loader = { visitor, labels: new Labels(locale, labels, null), client, fetch: () => Promise.resolve() }
  const meta = errorMeta(loader, locale, 'failed')
  const page = { entry: notFoundEntry, locale, pathname: '/', status, meta, params: {} } as Partial<Page> as Page
  const body = renderToString(
    <QueryClientProvider client={client}>
      <LabelsContext value={loader.labels}>
        <NavigatorContext value={new Navigator(loader, page, '')}>
          <main className={styles.alone}>
            <Logo />
            <ErrorPage fault="failed" />
          </main>
        </NavigatorContext>
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
    files: [notFoundEntry.file, routeChunksFile],
  }
}

/** The locale of a path that may be too malformed to match. */
export function localeOfPath(path: string, preferred: string, locales: Locale[]): string {
  return splitLocale(path, locales).prefix ?? preferred
}
