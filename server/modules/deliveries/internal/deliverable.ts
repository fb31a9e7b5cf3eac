/**
 * What a process can hand over: the media that it has a carrier for, in the templates of its build. Anything else waits
 * for a process that can, and expires with its content.
 */
import { type LeftWork, namesInSql } from '../../../jobs/left-work.ts'
import type { Deps } from '../../../deps.ts'
import { mailTemplates, pushTemplates, textTemplates } from '../templates.ts'

type Needs = Pick<Deps, 'partners'>

function templatesOf({ partners }: Needs): Array<[medium: string, templates: string[]]> {
  return [
    ...(partners.mail.name === 'none' ? [] : [['mail', Object.keys(mailTemplates)] as [string, string[]]]),
    ...(partners.sms.name === 'none' ? [] : [['sms', Object.keys(textTemplates)] as [string, string[]]]),
    ...(partners.push ? [['push', Object.keys(pushTemplates)] as [string, string[]]] : []),
  ]
}

/** SQL: a condition on a row of deliveries. */
export function isDeliverable(deps: Needs): string {
  const media = templatesOf(deps).map(
    ([medium, templates]) => `medium = '${medium}' AND template = ANY (${namesInSql(templates)})`,
  )
  return `(${['false', ...media.map((condition) => `(${condition})`)].join(' OR ')})`
}

export const leftDeliveries = (deps: Needs): LeftWork => ({
  what: 'mails, text messages and push notifications',
  query: `SELECT medium || ' ' || template AS name, count(*)::int AS count FROM deliveries.deliveries
    WHERE state = 'waiting' AND medium || ' ' || template <> ALL ($1) GROUP BY 1 ORDER BY 1`,
  known: templatesOf(deps).flatMap(([medium, templates]) => templates.map((template) => `${medium} ${template}`)),
})
