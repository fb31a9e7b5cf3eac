/** Whether a nickname could be mistaken for the site or its staff. */
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

/** The longest label of the host, such as `acme` in `www.acme.co.uk`; empty for an IP address. */
function nameOfHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  if (/^[\d.]+$|:/.test(hostname)) return ''
  return hostname.split('.').reduce((longest, label) => (label.length > longest.length ? label : longest), '')
}
