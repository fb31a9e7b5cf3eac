import type { Deps } from '../../deps.ts'
import { renderMail, type Rendered, renderText } from './internal/render.ts'
import type { Outgoing } from './templates.ts'

/** A mail as it would be sent, for an operator. */
export function previewMail(
  deps: Pick<Deps, 'content' | 'settings'>,
  locale: string,
  { template, values }: Extract<Outgoing, { medium: 'mail' }>,
): Promise<Rendered> {
  return renderMail(deps, locale, template, values)
}

/** A text message as it would be sent. */
export function previewText(
  deps: Pick<Deps, 'content' | 'settings'>,
  locale: string,
  { template, values }: Extract<Outgoing, { medium: 'sms' }>,
): string {
  return renderText(deps, locale, template, values)
}
