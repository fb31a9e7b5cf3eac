import { expect, test } from 'vitest'
import { luminance } from '../../kernel/http/contrast.ts'
import { readSettings } from '../../settings.ts'
import { loadContent } from '../../reference/content/content.ts'
import { senderOf, supportAddress } from './addresses.ts'
import { type Palette, readMailTheme } from './internal/mail-theme.ts'
import { renderMail, renderText } from './internal/render.ts'
import { type MailTemplate, mailTemplates, type TextTemplate, textTemplates, type ValueKind } from './templates.ts'
import type { TextDeps } from '#server/deps.ts'

const content = loadContent()
const needs = (env: Record<string, string> = {}) =>
  ({
    content,
    settings: readSettings({ NODE_ENV: 'test', PUBLIC_URL: 'https://house.test', ...env }),
  }) as TextDeps
const samples: Record<ValueKind, string> = {
  text: 'sample',
  link: 'https://house.test/verify?confirmCode=a&b',
  moment: '2026-11-21T14:03:00Z',
  country: 'DE',
}
const valuesOf = (kinds: Record<string, ValueKind>) =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, samples[kind]]))
const everywhere = content.locales.flatMap((locale) =>
  Object.keys(mailTemplates).map((template) => [template as MailTemplate, locale] as const),
)

test.each(everywhere)(
  'the mail %s in %s is complete: texts, values, both bodies, text direction',
  async (template, locale) => {
    const { subject, html, text } = await renderMail(needs(), locale, template, valuesOf(mailTemplates[template]))
    expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(subject.length).toBeGreaterThan(8)
    for (const body of [subject, text, html.slice(html.indexOf('<body'))]) expect(body).not.toMatch(/undefined|\{|\}/)
    for (const link of html.matchAll(/href="([^"]*)"/g))
      expect(['https://house.test', samples.link.replaceAll('&', '&amp;')]).toContain(link[1])
    if ('link' in mailTemplates[template]) expect(text).toContain(samples.link)
    expect(html).not.toMatch(/<img|<script|url\(|@import|<link/)
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
  },
)

test.each(
  content.locales.flatMap((locale) =>
    Object.keys(textTemplates).map((template) => [template as TextTemplate, locale] as const),
  ),
)('the text message %s in %s has its text', (template, locale) => {
  expect(renderText(needs(), locale, template, valuesOf(textTemplates[template]))).not.toMatch(/undefined|\{|\}/)
})

// Shows: attack 40, ASVS 1.3.7, ASVS 1.3.11
test('user input is plain text in a mail, and one line in its subject', async () => {
  const evil = '<img src=x onerror=1>"\'&\r\nBcc: victim@example.com\u0000'
  const { subject, html, text } = await renderMail(needs(), 'en', 'support-message', {
    name: evil,
    email: 'javascript:alert(1)',
    message: `${evil} https://evil.example {brand}`,
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('href="javascript')
  expect(html).not.toContain('href="https://evil')
  expect(text).toContain('{brand}')
  expect(subject).toMatch(/^[^\r\n\0]+$/)
})

test("times and countries are formatted in the reader's language", async () => {
  const values = { at: '2026-11-21T14:03:00Z', device: 'Firefox', country: 'DE', link: 'https://house.test' }
  const textIn = async (locale: string) => (await renderMail(needs(), locale, 'new-device', values)).text
  expect(await textIn('de')).toContain('21. November 2026 um 14:03 UTC')
  expect(await textIn('pt-BR')).toContain('Alemanha')
  expect(await textIn('ar')).toContain('ألمانيا')
  expect((await renderMail(needs(), 'en', 'new-device', { ...values, country: '' })).text).toContain('Country: Unknown')
})

test('a decision has its own text, and a reason only if there is one', async () => {
  const decided = (decision: string, reason: string) =>
    renderMail(needs(), 'en', 'document-decided', {
      document: 'Passport',
      decision,
      reason,
      link: 'https://house.test/profile/documents',
    })
  expect(await decided('approved', '')).toMatchObject({
    subject: 'Your document was accepted',
    text: expect.not.stringContaining('Reason'),
  })
  expect(await decided('declined', 'Too dark')).toMatchObject({
    subject: 'Your document was not accepted',
    text: expect.stringContaining('Reason: Too dark'),
  })
})

test('text has sufficient contrast on every surface of a mail, light and dark', async () => {
  const ratio = (front: string, back: string) => {
    const [a, b] = [luminance(front)!, luminance(back)!]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }
  const pairs: Array<[keyof Palette, keyof Palette]> = [
    ['text', 'surface'],
    ['text', 'inset'],
    ['soft', 'surface'],
    ['soft', 'inset'],
    ['soft', 'page'],
    ['link', 'surface'],
    ['onButton', 'button'],
    ['text', 'page'],
  ]
  for (const palette of Object.values(await readMailTheme(null)))
    for (const [front, back] of pairs)
      expect(ratio(palette[front], palette[back]), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5)
})

test("the sender is the brand at the site's host unless configured; so is the support address", () => {
  expect(senderOf(needs())).toBe('Fairhouse <no-reply@house.test>')
  expect(senderOf(needs({ MAIL_FROM: 'Casino <hello@casino.example>' }))).toBe('Casino <hello@casino.example>')
  expect(supportAddress(needs(), 'de')).toBe('support@fairhouse.example')
  expect(supportAddress(needs({ SUPPORT_EMAIL: 'help@casino.example' }), 'de')).toBe('help@casino.example')
})

test('required confirmation prevents startup without a mail carrier', () => {
  const start = (env: Record<string, string>) => () =>
    readSettings({ NODE_ENV: 'production', REGISTRATION_CONFIRMATION: 'first', ...env })
  expect(start({})).toThrow('REGISTRATION_CONFIRMATION: first requires SMTP_URL')
  expect(start({ SMTP_URL: 'smtps://house:secret@mail.example.com:465' })).not.toThrow()
  expect(start({ SANDBOX: 'true' })).not.toThrow()
  expect(start({ SMTP_URL: 'https://mail.example.com' })).toThrow('SMTP_URL')
})
