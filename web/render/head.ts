/** The document head as data: rendered by the server, updated by the browser on navigation. */
import type { QueryClient } from '@tanstack/react-query'
import { type HeadTag, shareImage, sharePath, type Visitor } from '#contract/pages.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { apiKey } from '../api/use-api.ts'
import { defaultLocale, localePath, splitLocale } from './match.ts'
import type { Page } from './page.ts'

export type HeadData = { visitor: Visitor; client: QueryClient; origin: string }

/** Returns the page title followed by the brand name, unless the title contains it. */
export function titleOf({ meta }: Page, { visitor, client }: HeadData): string {
  const layout = client.getQueryData<{ brand?: { alt: string } }>(
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale: visitor.locale, directory: 'layout' } }),
  )
  const name = layout?.brand?.alt ?? 'Fairhouse'
  return meta.title.includes(name) ? meta.title : `${meta.title} · ${name}`
}

/** Canonical and hreflang links omit the query, because modals and filters are not separate pages. */
export function headTags(
  page: Page,
  { visitor, origin }: Pick<HeadData, 'visitor' | 'origin'>,
  title: string,
): HeadTag[] {
  const tags: HeadTag[] = []
  const { path } = splitLocale(page.pathname, visitor.locales)
  const isIndexed = !page.meta.noIndex && page.status === HttpStatus.ok && page.entry.access !== 'player'
  const description = page.meta.description
  if (description) tags.push({ tag: 'meta', attributes: { name: 'description', content: description } })
  if (!isIndexed) {
    tags.push({ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } })
    return tags
  }
  const address = (locale: string) =>
    origin + (page.entry.isUnprefixed ? path : localePath(path, locale, visitor.locales))
  tags.push({ tag: 'link', attributes: { rel: 'canonical', href: address(page.locale) } })
  // Search engines and link previews read only documents from the server, so navigation does not need the rest.
  if (!import.meta.env.SSR) return tags
  if (!page.entry.isUnprefixed) {
    for (const { code } of visitor.locales)
      tags.push({ tag: 'link', attributes: { rel: 'alternate', hreflang: code, href: address(code) } })
    tags.push({
      tag: 'link',
      attributes: { rel: 'alternate', hreflang: 'x-default', href: address(defaultLocale(visitor.locales)) },
    })
  }
  const preview = {
    'og:title': title,
    ...(description && { 'og:description': description }),
    'og:type': 'website',
    'og:url': address(page.locale),
    'og:locale': page.locale.replace('-', '_'),
    'og:image': origin + (page.meta.image ?? sharePath(null)),
    'og:image:width': String(shareImage.width),
    'og:image:height': String(shareImage.height),
  }
  for (const [property, content] of Object.entries(preview))
    tags.push({ tag: 'meta', attributes: { property, content } })
  tags.push({ tag: 'meta', attributes: { name: 'twitter:card', content: 'summary_large_image' } })
  return tags
}

/** Turns paths in structured data into absolute URLs; paths of pages also get the prefix of the locale. */
export function withAddresses(data: object, locale: string, { visitor, origin }: HeadData): unknown {
  const text = JSON.stringify(data, (key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('/')) return value
    if (key === 'url' || key === 'item') return origin + localePath(value, locale, visitor.locales)
    return key === 'image' || key === 'logo' ? origin + value : value
  })
  return JSON.parse(text)
}

/** Updates the document head for the current page. */
export function applyHead(page: Page, data: HeadData): void {
  document.title = titleOf(page, data)
  const old = document.head.querySelectorAll(
    'meta[name=description],meta[name=robots],meta[property^="og:"],link[rel=canonical],link[rel=alternate]',
  )
  for (const element of old) element.remove()
  for (const { tag, attributes } of headTags(page, data, document.title)) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.head.append(element)
  }
}
