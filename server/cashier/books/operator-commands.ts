/** Commands that check every invariant and list discrepancies. */
import { findBreaches } from '../../ledger/index.ts'
import { listDiscrepancies } from './list-discrepancies.ts'
import { type DatabaseContext, type DatabaseCommands, isJson, jsonOf } from '../../kernel/operator-commands.ts'

export const reconciliationCommands: DatabaseCommands = {
  check: {
    usage: 'check [--json]',
    about: 'Checks every invariant; exit code 1 and the rows if one is violated',
    run: (context, [flag]) => check(context, isJson(flag)),
  },
  breaks: {
    usage: 'breaks [--json]',
    about: "Lists open discrepancies with partners' statements; exit code 1 if there are any",
    run: (context, [flag]) => breaks(context, isJson(flag)),
  },
}

async function check({ db, invariants, print }: DatabaseContext, asJson: boolean): Promise<number> {
  const breaches = await findBreaches(db.pool, invariants)
  if (asJson) {
    print(jsonOf({ invariants: invariants.length, breaches }))
    return breaches.length === 0 ? 0 : 1
  }
  for (const { invariant, rows } of breaches) {
    print(`VIOLATED: ${invariant}`)
    for (const row of rows) print(`  ${jsonOf(row)}`)
  }
  print(
    breaches.length === 0
      ? `All ${invariants.length} invariants hold.`
      : `${breaches.length} of ${invariants.length} invariants are violated.`,
  )
  return breaches.length === 0 ? 0 : 1
}

async function breaks({ db, print }: DatabaseContext, asJson: boolean): Promise<number> {
  const open = await listDiscrepancies(db)
  if (asJson) {
    print(jsonOf({ breaks: open }))
    return open.length === 0 ? 0 : 1
  }
  for (const { partner, kind, subject, external_id, happened_at, detail } of open)
    print(
      `${partner.padEnd(12)}  ${kind.padEnd(14)}  ${subject.padEnd(7)}  ${external_id}  ${happened_at.toISOString()}  ${JSON.stringify(detail)}`,
    )
  print(open.length === 0 ? 'No open discrepancies.' : `Open discrepancies: ${open.length}.`)
  return open.length === 0 ? 0 : 1
}
