/**
 * Ends the process, from the site's point of view, at any step: before a transaction, between two statements, before
 * its commit, or after it with the answer lost. Memory is lost; committed data stays.
 */
import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/kernel/db/connect.ts'
import type { Ledger } from '#server/ledger/ledger.ts'
import type { Random } from './random.ts'

export class Crash extends Error {}

export type CrashPlan = {
  random: Random
  /** Returns the share of all transactions and postings that end in a crash. */
  share(): number
  /** Called with the place of the crash. */
  onCrash(where: string): void
}

export function withCrashes(db: Database, plan: CrashPlan): Database {
  return {
    ...db,
    async transaction(work) {
      const place = placeOf(plan, ['before', 'between', 'between', 'between', 'at the end of', 'after'])
      if (place === 'before') return crash(plan, 'before a transaction')
      const result = await db.transaction(async (tx) => {
        const counted = place === 'between' ? tx.withPlugin(crashAfter(plan, 1 + plan.random.int(12))) : tx
        const done = await work(counted)
        return place === 'at the end of' ? crash(plan, 'before a commit') : done
      })
      return place === 'after' ? crash(plan, 'after a commit') : result
    },
  }
}

export function ledgerWithCrashes(ledger: Ledger, plan: CrashPlan): Ledger {
  return {
    ...ledger,
    async post(movement) {
      const place = placeOf(plan, ['before', 'after'])
      if (place === 'before') return crash(plan, `before a ${movement.kind}`)
      const posted = await ledger.post(movement)
      return place === 'after' ? crash(plan, `after a ${movement.kind}`) : posted
    },
    async postRound(bet, win) {
      const place = placeOf(plan, ['before', 'after'])
      if (place === 'before') return crash(plan, 'before a round')
      const posted = await ledger.postRound(bet, win)
      return place === 'after' ? crash(plan, 'after a round') : posted
    },
  }
}

function placeOf<T>({ random, share }: CrashPlan, places: readonly T[]): T | null {
  return random.chance(share()) ? random.pick(places) : null
}

function crash({ onCrash }: CrashPlan, where: string): never {
  onCrash(where)
  throw new Crash(`the process ended ${where}`)
}

/** Crashes after this number of statements; their transaction is lost with the process. */
function crashAfter(plan: CrashPlan, statements: number): KyselyPlugin {
  let done = 0
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      done++
      return done === statements ? crash(plan, `after statement ${statements} of a transaction`) : result
    },
  }
}
