/** Whether a definition is in force at the start of a run: a run of one that has ended by then is cancelled. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../kernel/db/tables.ts'
import { readCurrentPeriods } from '../../../kernel/definitions/definitions.ts'
import { tournamentKind } from '../tournament-kind.ts'

export type IsInForce = (identity: string, moment: Date) => boolean

/** By what is active and what is scheduled now: another version may continue one that ends. */
export async function readInForceAt(db: Kysely<Tables>): Promise<IsInForce> {
  const current = await readCurrentPeriods(db, tournamentKind)
  return (identity, moment) =>
    current.some(
      (each) =>
        each.identity === identity &&
        each.startsAt !== null &&
        each.startsAt <= moment &&
        (each.endsAt === null || each.endsAt > moment),
    )
}
