/** The books: whether every invariant holds, and whether partners' statements agree with them. */
import { z } from 'zod'
import { findBreaches } from '../../../ledger/invariants.ts'
import { listDiscrepancies } from './list-discrepancies.ts'
import { compareBooks } from './compare-books.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../../platform/operator-commands.ts'

export const reconciliationCommands: OperatorCommands = {
  check: {
    usage: 'check',
    about: 'Preferences at every invariant; exit code 1 and the rows where one is broken',
    run: check,
  },
  breaks: {
    usage: 'breaks',
    about: "Differences from partners' statements that are not cleared up; exit code 1 where there are any",
    run: breaks,
  },
  compare: {
    usage: 'compare <partner> <from> <to>',
    about: "Holds a partner's statement (2026-11-01 2026-12-01, UTC) against the books; exit code 1 where they differ",
    run: compare,
  },
}

async function check({ db, invariants, print }: OperatorContext): Promise<number> {
  const breaches = await findBreaches(db.pool, invariants)
  for (const { invariant, rows } of breaches) {
    print(`BROKEN: ${invariant}`)
    for (const row of rows)
      print(`  ${JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`)
  }
  print(
    breaches.length === 0
      ? `All ${invariants.length} invariants hold.`
      : `${breaches.length} of ${invariants.length} invariants are broken.`,
  )
  return breaches.length === 0 ? 0 : 1
}

async function breaks({ db, print }: OperatorContext): Promise<number> {
  const open = await listDiscrepancies(db)
  for (const { partner, kind, subject, externalId, happenedAt, detail } of open)
    print(
      `${partner.padEnd(12)}  ${kind.padEnd(14)}  ${subject.padEnd(7)}  ${externalId}  ${happenedAt.toISOString()}  ${JSON.stringify(detail)}`,
    )
  print(open.length === 0 ? "Nothing that partners' statements tell otherwise is open." : `${open.length} differ.`)
  return open.length === 0 ? 0 : 1
}

const Day = z.union([z.iso.date(), z.iso.datetime()]).transform((text) => new Date(text))

async function compare(context: OperatorContext, [name = '', from, to]: string[]): Promise<number> {
  const partner = context.partners.payments.find((each) => each.name === name)
  if (!partner)
    throw new CommandError(
      `There is no partner ${name}: ${context.partners.payments.map((each) => each.name).join(', ')}.`,
    )
  const period = z.object({ from: Day, to: Day }).safeParse({ from, to })
  if (!period.success || period.data.from >= period.data.to)
    throw new CommandError('Name the first day and the day after the last, as 2026-11-01 2026-12-01.')
  const compared = await compareBooks(context, partner, period.data)
  if (!compared.ok)
    throw new CommandError(
      compared.refusal === 'noStatement' ? `${name} has no books but the house's own.` : `${name} does not answer.`,
    )
  const { transactions, booked, breaks: found } = compared.value
  for (const { kind, subject, externalId, happenedAt, detail } of found)
    context.print(
      `${kind.padEnd(14)}  ${subject.padEnd(7)}  ${externalId}  ${happenedAt.toISOString()}  ${JSON.stringify(detail)}`,
    )
  context.print(
    `${name} has ${transactions}, the books have ${booked}; ${found.length === 0 ? 'they agree' : `${found.length} differ`}.`,
  )
  return found.length === 0 ? 0 : 1
}
