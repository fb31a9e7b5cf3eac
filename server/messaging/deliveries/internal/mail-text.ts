/** The plain-text body of a mail, with the same content as the HTML body. */
import type { MailTexts } from './render.ts'

export function mailText(letter: MailTexts): string {
  const facts = letter.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const button = letter.button ? `${letter.button.label}:\n${letter.button.link}` : ''
  return [letter.title, ...letter.body, facts, button, ...letter.after, '--', letter.footer.join('\n'), letter.home]
    .filter(Boolean)
    .join('\n\n')
}
