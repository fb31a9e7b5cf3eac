/**
 * Renders a delivery: the template of its language with its values, as the two bodies of a mail or as a text message.
 */
import { type MailFile, MailFrame, type TextFile } from '../../../reference/index.ts'
import { locales } from '../../../kernel/locales.ts'
import type { TextDeps } from '../../../deps.ts'
import { type MailTemplate, mailTemplates, type TextTemplate, textTemplates } from '../templates.ts'
import { supportAddress } from '../addresses.ts'
import { readMailTheme } from './mail-theme.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import { formatText, formatValues } from './format-text.ts'

/** A mail as data, with its texts rendered. */
export type MailTexts = {
  locale: string
  direction: 'ltr' | 'rtl'
  brand: string
  home: string
  subject: string
  preview: string
  title: string
  body: string[]
  button: { label: string; link: string; fallback: string } | null
  facts: Array<{ label: string; value: string }>
  after: string[]
  footer: string[]
  /** Links that may appear within the paragraphs. */
  links: string[]
}
export type Rendered = { subject: string; html: string; text: string }

export async function renderMail(
  deps: TextDeps,
  locale: string,
  template: MailTemplate,
  values: Record<string, string>,
): Promise<Rendered> {
  const letter = compose(deps, locale, template, values)
  return {
    subject: letter.subject,
    html: mailHtml(letter, await readMailTheme(deps.settings.themeFile)),
    text: mailText(letter),
  }
}

export function renderText(
  { content }: TextDeps,
  locale: string,
  template: TextTemplate,
  values: Record<string, string>,
): string {
  const files = content.read(locale, 'texts') as Record<string, TextFile>
  const { brand } = content.read(locale, 'mails').frame as MailFrame
  return formatText(locale, files[template]!.text, {
    brand,
    ...formatValues(locale, textTemplates[template], values, ''),
  })
}

function compose(deps: TextDeps, locale: string, template: MailTemplate, raw: Record<string, string>): MailTexts {
  const { content, settings } = deps
  const files = content.read(locale, 'mails') as Record<string, MailFile>
  const frame = content.read(locale, 'mails').frame as MailFrame
  const file = files[template]!
  const kinds = mailTemplates[template]
  const values = {
    brand: frame.brand,
    support: supportAddress(deps, locale),
    ...formatValues(locale, kinds, raw, frame.unknownCountry),
  } as Record<string, string>
  const fill = (message: string) => formatText(locale, message, values)
  return {
    locale,
    brand: frame.brand,
    home: settings.publicUrl,
    direction: locales.find(({ code }) => code === locale)?.direction ?? 'ltr',
    // One line, whatever the values: a header ends at a line break.
    subject: fill(file.subject).replaceAll(/\s+/g, ' ').slice(0, 200),
    preview: fill(file.preview),
    title: fill(file.title),
    body: file.body.map(fill).filter(Boolean),
    button:
      file.button && values.link
        ? { label: fill(file.button), link: values.link, fallback: fill(frame.linkFallback) }
        : null,
    facts: Object.entries(file.facts ?? {})
      .map(([name, label]) => ({ label: fill(label), value: values[name] ?? '' }))
      .filter(({ value }) => value !== ''),
    after: (file.after ?? []).map(fill).filter(Boolean),
    footer: [file.reason, frame.support, frame.responsible].map(fill),
    links: Object.entries(kinds)
      .filter(([, kind]) => kind === 'link')
      .map(([name]) => values[name] ?? '')
      .filter(Boolean),
  }
}
