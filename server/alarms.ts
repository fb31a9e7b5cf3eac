/**
 * The rules of `deploy/alerts.yml` at the desk, with what docs/operations/troubleshooting.md says to do. A rule that
 * compares current values is evaluated by this process. One that needs a history (`rate`, `increase`, `up`) is left to
 * Prometheus, and the desk says so.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Alarm } from '#contract/desk/overview.ts'
import { registry } from './kernel/http/metrics.ts'

type Labels = Record<string, string>
export type Sample = { labels: Labels; value: number }
export type Rule = {
  name: string
  group: string
  expr: string
  /** How long the condition must hold before somebody is called. */
  forMs: number
  severity: string
  summary: string
  remedy: string
  /** Pages of the documentation that say more. */
  manual: string[]
}
export type ReadMetric = (name: string) => Promise<Sample[]>

const root = join(import.meta.dirname, '..')
/** A rule in the file, whose form a test checks. */
const rulePattern =
  /- alert: (\S+)\n\s+expr: (.+)\n(?:\s+for: (\d+)m\n)?\s+labels: \{ severity: (\w+) \}[^]*?summary: '(.+)'$/gm

export function parseRules(alerts: string, troubleshooting: string): Rule[] {
  return alerts.split(/^ {2}- name: /m).flatMap((part) => {
    const group = /^fairhouse-(\w+)$/m.exec(part)?.[1] ?? ''
    return [...part.matchAll(rulePattern)].map(([, name, expr, minutes, severity, summary]) => ({
      name: name!,
      group,
      expr: expr!,
      forMs: Number(minutes ?? 0) * 60_000,
      severity: severity!,
      summary: summary!,
      ...remedyIn(troubleshooting, name!),
    }))
  })
}

/**
 * The second column of the row that names the alert, or its beginning followed by an ellipsis; without Markdown. Links
 * are not links outside the documentation: what only refers to a page is left out, and all pages are listed.
 */
function remedyIn(troubleshooting: string, name: string): Pick<Rule, 'remedy' | 'manual'> {
  const row = troubleshooting.split('\n').find((line) => {
    const names = [...(line.split(' | ')[0] ?? '').matchAll(/`(Fairhouse\w+)(…?)`/g)]
    return names.some(([, each, isPrefix]) => (isPrefix ? name.startsWith(each!) : name === each))
  })
  const cell =
    row
      ?.replace(/\s*\|$/, '')
      .split(' | ')
      .slice(1)
      .join(' | ') ?? ''
  const remedy = cell
    .replace(/:(,? \[[^\]]+\]\([^)]*\))+$/, '')
    .replaceAll(/ \(\[[^\]]+\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
  return { remedy, manual: [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, page]) => `docs/operations/${page}`) }
}

const condition =
  /^(?:(max|min|sum)(?: by \((\w+)\))? ?\()?([a-z_][a-z0-9_]*)(?:\{([^}]*)\})?\)? (>|<|==|>=|<=) ([\d.e]+)$/
const matcher = /(\w+)(=~|!~|!=|=)"([^"]*)"/g

/** The samples for which the expression holds; null if it is not one of current values only. */
export async function evaluate(expr: string, read: ReadMetric): Promise<Sample[] | null> {
  const holding: Sample[] = []
  for (const part of expr.split(' or ')) {
    const match = condition.exec(part.trim())
    if (!match) return null
    const [, combine, by, metric, matchers = '', comparison, threshold] = match
    if (metric === 'up') return null
    const samples = (await read(metric!)).filter(({ labels }) => meets(labels, matchers))
    holding.push(
      ...combined(samples, combine, by).filter(({ value }) => compare(value, comparison!, Number(threshold))),
    )
  }
  return holding
}

function meets(labels: Labels, matchers: string): boolean {
  return [...matchers.matchAll(matcher)].every(([, name, operator, pattern]) => {
    const value = labels[name!] ?? ''
    const isMatch = operator!.includes('~') ? new RegExp(`^(?:${pattern})$`).test(value) : value === pattern
    return operator!.startsWith('!') ? !isMatch : isMatch
  })
}

function combined(samples: Sample[], combine: string | undefined, by: string | undefined): Sample[] {
  if (!combine) return samples
  const groups = Map.groupBy(samples, ({ labels }) => (by ? (labels[by] ?? '') : ''))
  return [...groups].map(([label, all]) => {
    const values = all.map(({ value }) => value)
    const value =
      combine === 'sum' ? values.reduce((sum, each) => sum + each, 0) : Math[combine as 'max' | 'min'](...values)
    return { labels: by ? { [by]: label } : {}, value }
  })
}

function compare(value: number, comparison: string, threshold: number): boolean {
  if (comparison === '>') return value > threshold
  if (comparison === '<') return value < threshold
  if (comparison === '>=') return value >= threshold
  return comparison === '<=' ? value <= threshold : value === threshold
}

const readOwn: ReadMetric = async (name) => {
  const metric = registry.getSingleMetric(name)
  if (!metric) return []
  const { values } = await metric.get()
  return values.map(({ labels, value }) => ({ labels: labels as Labels, value }))
}

export type Alarms = { read(): Promise<Alarm[]> }

/** Remembers, in this process, since when the condition of each rule holds. */
export function watchAlarms(rules: readonly Rule[], now: () => Date, read: ReadMetric = readOwn): Alarms {
  const since = new Map<string, Date>()
  return {
    async read() {
      const at = now()
      return Promise.all(
        rules.map(async ({ name, group, expr, forMs, severity, summary, remedy, manual }): Promise<Alarm> => {
          // One figure that cannot be read must not hide the other alarms.
          const holding = await evaluate(expr, read).catch(() => undefined)
          if (holding?.length === 0) since.delete(name)
          else if (holding && !since.has(name)) since.set(name, at)
          const began = since.get(name)
          return {
            name,
            group,
            severity,
            expr,
            remedy,
            manual,
            state: stateOf(holding, began && at.getTime() - began.getTime() >= forMs),
            since: began?.toISOString() ?? null,
            sentences:
              holding && holding.length > 0
                ? [...new Set(holding.map(({ labels }) => fill(summary, labels)))]
                : [fill(summary, {})],
            values: (holding ?? []).map(({ labels, value }) => ({ of: Object.values(labels).join(', '), value })),
            queues: queuesIn(expr, holding ?? []),
          }
        }),
      )
    },
  }
}

/** The one that the condition names, or each for which it holds. */
function queuesIn(expr: string, holding: Sample[]): string[] {
  const named = /\{queue="([^"]+)"\}/.exec(expr)?.[1]
  return named ? [named] : holding.flatMap(({ labels: { queue } }) => queue ?? [])
}

/** `isLong`: whether it has held for as long as the rule says; undefined if it does not hold. */
function stateOf(holding: Sample[] | null | undefined, isLong: boolean | undefined): Alarm['state'] {
  if (holding === undefined) return 'failed'
  if (holding === null) return 'unknown'
  if (isLong === undefined) return 'ok'
  return isLong ? 'firing' : 'pending'
}

const fill = (summary: string, labels: Labels): string =>
  summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, name: string) => labels[name] ?? '…')

/** Null where the files are not part of the installation. */
export function shippedRules(): Rule[] | null {
  try {
    return parseRules(
      readFileSync(join(root, 'deploy/alerts.yml'), 'utf8'),
      readFileSync(join(root, 'docs/operations/troubleshooting.md'), 'utf8'),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
