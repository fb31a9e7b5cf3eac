/** Commands that check every invariant and compare partners' statements with the ledger. */
import { z } from 'zod'
import { findBreaches, listRemainders } from '../../ledger/index.ts'
import { listDiscrepancies } from './list-discrepancies.ts'
import { compareBooks } from './compare-books.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../kernel/operator-commands.ts'

export const reconciliationCommands: OperatorCommands = {
  check: {
    usage: 'check',
    about: 'Checks every invariant; exit code 1 and the rows if one is violated',
    run: check,
  },
  breaks: {
    usage: 'breaks',
    about: "Lists open discrepancies with partners' statements; exit code 1 if there are any",
    run: breaks,
  },
  compare: {
    usage: 'compare <partner> <from> <to>',
    about: "Compares a partner's statement (2026-11-01 2026-12-01, UTC) with the ledger; exit code 1 if they differ",
    run: compare,
  },
  remainders: {
    usage: 'remainders [<from> <to>]',
    about: 'Lists what studios and sportsbooks credited in fractions of a subunit, which is not booked, and its sums',
    run: remainders,
  },
}

async function check({ db, invariants, print }: OperatorContext): Promise<number> {
  const breaches = await findBreaches(db.pool, invariants)
  for (const { invariant, rows } of breaches) {
    print(`VIOLATED: ${invariant}`)
    for (const row of rows)
      print(`  ${JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`)
  }
  print(
    breaches.length === 0
      ? `All ${invariants.length} invariants hold.`
      : `${breaches.length} of ${invariants.length} invariants are violated.`,
  )
  return breaches.length === 0 ? 0 : 1
}

async function breaks({ db, print }: OperatorContext): Promise<number> {
  const open = await listDiscrepancies(db)
  for (const { partner, kind, subject, external_id, happened_at, detail } of open)
    print(
      `${partner.padEnd(12)}  ${kind.padEnd(14)}  ${subject.padEnd(7)}  ${external_id}  ${happened_at.toISOString()}  ${JSON.stringify(detail)}`,
    )
  print(open.length === 0 ? 'No open discrepancies.' : `Open discrepancies: ${open.length}.`)
  return open.length === 0 ? 0 : 1
}

async function remainders({ db, print }: OperatorContext, [from, to]: string[]): Promise<void> {
  const period = z.object({ from: Day.optional(), to: Day.optional() }).safeParse({ from, to })
  if (!period.success)
    throw new CommandError('Enter the first day and the day after the last, as 2026-11-01 2026-12-01.')
  const { sums, notes } = await listRemainders(db, period.data)
  for (const { actor, idempotencyKey, currency, amount, notedAt } of notes)
    print(`${notedAt.toISOString()}  ${actor}  ${idempotencyKey}  ${amount} of a subunit of ${currency}`)
  for (const { actor, currency, amount, count } of sums)
    print(`${actor}: ${amount} subunits of ${currency} in ${count} credits.`)
  if (sums.length === 0) print('Every credit was a whole number of subunits.')
}

const Day = z.union([z.iso.date(), z.iso.datetime()]).transform((text) => new Date(text))

async function compare(context: OperatorContext, [name = '', from, to]: string[]): Promise<number> {
  const partner = context.partners.payments.find((each) => each.slug === name)
  if (!partner)
    throw new CommandError(
      `Unknown partner ${name}: choose from ${context.partners.payments.map((each) => each.slug).join(', ')}.`,
    )
  const period = z.object({ from: Day, to: Day }).safeParse({ from, to })
  if (!period.success || period.data.from >= period.data.to)
    throw new CommandError('Enter the first day and the day after the last, as 2026-11-01 2026-12-01.')
  const compared = await compareBooks(context, partner, period.data)
  if (!compared.ok)
    throw new CommandError(
      compared.refusal === 'noStatement' ? `${name} provides no statement.` : `${name} does not answer.`,
    )
  const { transactions, booked, breaks: found } = compared.value
  for (const { kind, subject, externalId, happenedAt, detail } of found)
    context.print(
      `${kind.padEnd(14)}  ${subject.padEnd(7)}  ${externalId}  ${happenedAt.toISOString()}  ${JSON.stringify(detail)}`,
    )
  context.print(
    `${name} has ${transactions}, the ledger has ${booked}; ${found.length === 0 ? 'they agree' : `${found.length} differ`}.`,
  )
  return found.length === 0 ? 0 : 1
}
