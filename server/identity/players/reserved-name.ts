/** Whether a nickname would pass for the site or its staff. */
import { isReservedName } from '#contract/fields/reserved-names.ts'
import { locales } from '#contract/locales.ts'
import type { TextDeps } from '../../deps.ts'
import type { MailFrame } from '../../reference/index.ts'

export function isReserved({ content, settings }: TextDeps, nickname: string): boolean {
  const brands = locales.flatMap(({ code }) => {
    const { brand } = content.read(code, 'layout') as { brand?: { alt?: string } }
    return [brand?.alt ?? '', (content.read(code, 'mails').frame as MailFrame).brand]
  })
  return isReservedName(nickname, [...new Set([...brands, nameOfHost(settings.publicUrl)])])
}

/** `acme` of `www.acme.co.uk`: the longest label; none of an address in numbers. */
function nameOfHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  if (/^[\d.]+$|:/.test(hostname)) return ''
  return hostname.split('.').reduce((longest, label) => (label.length > longest.length ? label : longest), '')
}
