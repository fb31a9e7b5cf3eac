import type { Deps } from '../../deps.ts'
import { renderMail, type Rendered } from './internal/render.ts'
import type { Outgoing } from './templates.ts'

/** A mail as it would be sent, for an operator. */
export function previewMail(
  deps: Pick<Deps, 'content' | 'settings'>,
  locale: string,
  { template, values }: Extract<Outgoing, { medium: 'mail' }>,
): Promise<Rendered> {
  return renderMail(deps, locale, template, values)
}
