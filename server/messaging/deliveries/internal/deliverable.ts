/**
 * What a process can hand over: the media that it has a carrier for, in the templates of its build. Anything else waits
 * for a process that can, and expires with its content.
 */
import { type LeftWork, namesInSql } from '../../../kernel/jobs/left-work.ts'
import type { Deps } from '../../../deps.ts'
import { mailTemplates, pushTemplates, textTemplates } from '../templates.ts'

export const media = ['mail', 'sms', 'push'] as const
export type Medium = (typeof media)[number]

function templatesOf({ partners }: Deps, medium: Medium): string[] {
  if (medium === 'mail') return partners.mail.name === 'none' ? [] : Object.keys(mailTemplates)
  if (medium === 'sms') return partners.sms.name === 'none' ? [] : Object.keys(textTemplates)
  return partners.push ? Object.keys(pushTemplates) : []
}

/** SQL: a condition on a row of deliveries. */
export const isDeliverable = (deps: Deps, medium: Medium): string =>
  `(medium = '${medium}' AND template = ANY (${namesInSql(templatesOf(deps, medium))}))`

export const leftDeliveries = (deps: Deps): LeftWork => ({
  what: 'mails, text messages and push notifications',
  query: `SELECT medium || ' ' || template AS name, count(*)::int AS count FROM deliveries.deliveries
    WHERE state = 'waiting' AND medium || ' ' || template <> ALL ($1) GROUP BY 1 ORDER BY 1`,
  known: media.flatMap((medium) => templatesOf(deps, medium).map((template) => `${medium} ${template}`)),
})
