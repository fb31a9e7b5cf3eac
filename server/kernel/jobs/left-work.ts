/**
 * Work in the database that a process leaves to others, because it lacks the partner, game or template of the work. A
 * process of a newer build or with other settings may have it; if it was removed, an operator must know.
 */
import type { KernelDeps } from '../../deps.ts'
import type { Job } from './scheduler.ts'

export type LeftWork = {
  /** The kind of work, for the log. */
  what: string
  /** Selects `name` and `count` of work that this process does not know. $1: the names that it knows. */
  query: string
  known: readonly string[]
}

export async function warnOfLeftWork({ db, log }: KernelDeps, kinds: LeftWork[]): Promise<void> {
  for (const { what, query, known } of kinds) {
    const { rows } = await db.pool.query<{ name: string; count: number }>(query, [known])
    for (const { name, count } of rows)
      log.warn({ what, name, count }, 'work is left to other processes, because this one does not know what it is for')
  }
}

/** `name` of the job is `left-` and this one. */
export function leftWorkJob(deps: KernelDeps, name: string, kinds: LeftWork[]): Job {
  return { name: `left-${name}`, everyMs: 600_000, run: () => warnOfLeftWork(deps, kinds) }
}

/** Names as an array in the SQL of a job, which has no parameters. */
export function namesInSql(names: readonly string[]): string {
  return `ARRAY[${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ')}]::text[]`
}
