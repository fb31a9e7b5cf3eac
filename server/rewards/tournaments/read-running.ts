/** A run that can be played, for a message about it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { findRun } from './internal/runs.ts'

export async function readRunning(
  db: Kysely<Tables>,
  identity: string,
  locale: string,
): Promise<{ name: string } | null> {
  const run = await findRun(db, identity)
  if (run?.state !== 'running') return null
  const { title } = run.data
  return { name: title[locale as keyof typeof title] ?? title.en }
}
