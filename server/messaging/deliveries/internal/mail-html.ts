/**
 * The HTML body: tables and inline styles, because mail programs support little else; light by default, dark where the
 * program declares it. No pictures, no external fonts, no tracking.
 */
import type { MailTexts } from './render.ts'
import type { MailTheme, Palette } from './mail-theme.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark]!)
const font = `-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans','Noto Sans Arabic',sans-serif`
const table = `role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"`

export function mailHtml(letter: MailTexts, { light, dark }: MailTheme): string {
  return `<!doctype html>
<html lang="${safe(letter.locale)}" dir="${letter.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${safe(letter.subject)}</title>
<style>${style(dark)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${safe(letter.preview)}${'&#8203;&#160;'.repeat(60)}</div>
<table ${table} class="page" bgcolor="${light.page}" style="background:${light.page}"><tr><td align="center" style="padding:32px 16px">
<table ${table} style="max-width:560px">
<tr><td style="padding:0 4px 16px"><a class="text" href="${safe(letter.home)}" style="font:700 22px/28px ${font};letter-spacing:-.2px;color:${light.text};text-decoration:none"><span class="mark" style="color:${light.mark}">&#9650;</span>&#160;${safe(letter.brand)}</a></td></tr>
<tr><td class="card" bgcolor="${light.surface}" style="background:${light.surface};border:1px solid ${light.line};border-top:4px solid ${light.mark};border-radius:12px;padding:32px 28px">
${main(letter, light)}
</td></tr>
<tr><td style="padding:20px 4px 0">${letter.footer.map((line) => `<p class="soft" style="margin:0 0 8px;font:400 13px/20px ${font};color:${light.soft}">${safe(line)}</p>`).join('')}</td></tr>
</table>
</td></tr></table>
</body>
</html>`
}

function main(letter: MailTexts, colors: Palette): string {
  const paragraph = (text: string, space: string) =>
    `<p class="text" style="margin:${space};font:400 16px/25px ${font};color:${colors.text}">${linked(text, letter.links, colors)}</p>`
  return [
    `<h1 class="text" style="margin:0 0 16px;font:700 24px/31px ${font};letter-spacing:-.3px;color:${colors.text}">${safe(letter.title)}</h1>`,
    ...letter.body.map((text) => paragraph(text, '0 0 16px')),
    facts(letter, colors),
    button(letter, colors),
    ...letter.after.map((text) => paragraph(text, '16px 0 0')),
  ]
    .filter(Boolean)
    .join('\n')
}

/** A coloured table cell with a link that fills it: the only kind of button that every mail program renders. */
function button({ button: it }: MailTexts, colors: Palette): string {
  if (!it) return ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td class="button" bgcolor="${colors.button}" style="background:${colors.button};border-radius:10px"><a class="on-button" href="${safe(it.link)}" style="display:inline-block;padding:14px 28px;font:700 16px/20px ${font};color:${colors.onButton};text-decoration:none">${safe(it.label)}</a></td></tr></table>
<p class="soft" style="margin:0;font:400 13px/20px ${font};color:${colors.soft}">${safe(it.fallback)}<br><a class="link" dir="ltr" href="${safe(it.link)}" style="color:${colors.link};word-break:break-all">${safe(it.link)}</a></p>`
}

function facts({ facts: rows }: MailTexts, colors: Palette): string {
  if (rows.length === 0) return ''
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><th scope="row" align="start" valign="top" class="soft" style="padding:6px 0;padding-inline-end:16px;text-align:start;font:400 14px/21px ${font};color:${colors.soft};white-space:nowrap;width:1%">${safe(label)}</th><td class="text" style="padding:6px 0;font:600 14px/21px ${font};color:${colors.text};overflow-wrap:anywhere"><bdi>${safe(value).replaceAll('\n', '<br>')}</bdi></td></tr>`,
  )
  return `<table ${table} class="inset" bgcolor="${colors.inset}" style="margin:0 0 16px;background:${colors.inset};border-radius:10px"><tr><td style="padding:10px 16px"><table cellpadding="0" cellspacing="0" border="0" width="100%">${cells.join('')}</table></td></tr></table>`
}

/** Escaped text in which only the product's own links are clickable. */
function linked(text: string, links: string[], colors: Palette): string {
  const plain = safe(text).replaceAll('\n', '<br>')
  const known = links.map(safe).toSorted((a, b) => b.length - a.length)
  if (known.length === 0) return plain
  const pattern = new RegExp(known.map((link) => RegExp.escape(link)).join('|'), 'g')
  return plain.replaceAll(
    pattern,
    (link) => `<a class="link" dir="ltr" href="${link}" style="color:${colors.link}">${link}</a>`,
  )
}

/** Dark mode, by the standard media query and by Outlook's attribute. */
function style(dark: Palette): string {
  const rules: Array<[string, string]> = [
    ['.page', `background:${dark.page}`],
    ['.card', `background:${dark.surface};border-color:${dark.line};border-top-color:${dark.mark}`],
    ['.inset', `background:${dark.inset}`],
    ['.text', `color:${dark.text}`],
    ['.soft', `color:${dark.soft}`],
    ['.link', `color:${dark.link}`],
    ['.mark', `color:${dark.mark}`],
    ['.button', `background:${dark.button}`],
    ['.on-button', `color:${dark.onButton}`],
  ]
  const strong = (declarations: string) =>
    declarations
      .split(';')
      .map((declaration) => `${declaration}!important`)
      .join(';')
  const standard = rules.map(([selector, declarations]) => `${selector}{${strong(declarations)}}`).join('')
  const outlook = rules
    .map(([selector, declarations]) => `[data-ogsc] ${selector},[data-ogsb] ${selector}{${strong(declarations)}}`)
    .join('')
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${standard}}${outlook}a:focus{outline:2px solid currentColor}`
}
