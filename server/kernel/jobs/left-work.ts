/**
 * Work in the database that a process leaves to others, because it does not have what the work is for: a partner, a
 * game, a template. A newer build has it, or another setting; or it was removed, and an operator must know.
 */
import type { KernelDeps } from '../../deps.ts'
import type { Job } from './scheduler.ts'

export type LeftWork = {
  /** For the log: what waits. */
  what: string
  /** Rows of `name`, which this process does not know, and `count`. $1: the names that it knows. */
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
