/** Renders the error page for responses without a page: without shell and scripts, from content only. */
import type { FaultRequest, RenderedPage } from '#contract/pages.ts'
import type { Locale } from '#contract/settings.ts'
import { Logo } from '../design/logo/logo.tsx'
import { notFoundEntry } from '../routes.ts'
import { ErrorPage } from './errors.tsx'
import styles from './errors.module.css'
import { errorMeta } from './load.ts'
import { routeChunksFile } from './route-module.ts'
import { splitLocale } from './match.ts'
import { renderAlone } from './render-alone.tsx'

export function renderFault(request: FaultRequest): RenderedPage {
  return renderAlone(
    {
      ...request,
      meta: (loader) => errorMeta(loader, request.locale, 'failed'),
      files: [notFoundEntry.file, routeChunksFile],
    },
    <main className={styles.alone}>
      <Logo />
      <ErrorPage fault="failed" />
    </main>,
  )
}

/** Returns the locale of a path that may be too malformed to match a route. */
export function localeOfPath(path: string, preferred: string, locales: Locale[]): string {
  return splitLocale(path, locales).prefix ?? preferred
}
