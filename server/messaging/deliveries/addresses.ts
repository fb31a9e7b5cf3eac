/** The site's own addresses: the sender of mails, and support. */
import type { MailFrame } from '../../reference/index.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import type { TextDeps } from '../../deps.ts'

/** `Name <address>`: the operator's setting, otherwise the brand at the site's host. */
export function senderOf({ content, settings }: TextDeps): string {
  const { brand } = content.read(defaultLocale, 'mails').frame as MailFrame
  return (
    settings.mail.from ?? `${brand.replaceAll(/["<>@\r\n]/g, '')} <no-reply@${new URL(settings.publicUrl).hostname}>`
  )
}

/** Support's address: the operator's setting, otherwise the one in the content. */
export function supportAddress({ content, settings }: TextDeps, locale: string): string {
  return settings.mail.support ?? (content.read(locale, 'global-components').support as { email: string }).email
}
