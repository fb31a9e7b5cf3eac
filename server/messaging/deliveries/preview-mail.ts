import type { TextDeps } from '../../deps.ts'
import { renderMail, type Rendered, renderText } from './internal/render.ts'
import type { Outgoing } from './templates.ts'

/** A mail as it would be sent, for an operator. */
export function previewMail(
  deps: TextDeps,
  locale: string,
  { template, values }: Extract<Outgoing, { medium: 'mail' }>,
): Promise<Rendered> {
  return renderMail(deps, locale, template, values)
}

/** A text message as it would be sent. */
export function previewText(
  deps: TextDeps,
  locale: string,
  { template, values }: Extract<Outgoing, { medium: 'sms' }>,
): string {
  return renderText(deps, locale, template, values)
}
