/** `npm run operator -- tournaments …`: definitions, runs, cancelling, and scores counted again from the ledger. */
import { reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { readDefinition } from '../../kernel/definitions/definitions.ts'
import { definitionCommands } from '../../kernel/definitions/operator-commands.ts'
import { baseCurrency, formatAmount } from '../../reference/index.ts'
import { cancelRun } from './cancel-run.ts'
import { sumEntries } from './internal/entries.ts'
import { tournamentKind } from './tournament-kind.ts'
import type { Recounted } from './internal/recount.ts'
import { recomputeRun } from './recompute-run.ts'

const shown = 50
const refusals = {
  tournamentNotFound: 'No such run: see runs.',
  tournamentOver: 'It is finished or cancelled, or its prizes are assigned.',
  reasonMissing: 'Enter a reason: it is recorded.',
  notStarted: 'It has not started.',
}

export const operatorCommands: OperatorCommands = {
  ...definitionCommands(tournamentKind),
  runs: { usage: 'runs', about: `Lists the last ${shown} runs with term, state, players and pool`, run: listRuns },
  cancel: {
    usage: 'cancel <identity> <reason …>',
    about: 'Cancels a run before its prizes are assigned: nobody wins, the pool is returned, entries are refunded',
    async run(context, [identity = '', ...reason]) {
      const cancelled = await cancelRun(context, { identity, reason: reasonOf(reason) })
      if (!cancelled.ok) throw new CommandError(refusals[cancelled.refusal])
      context.print(`${identity} is cancelled.`)
    },
  },
  cost: {
    usage: 'cost [<definition>]',
    about: 'What runs have cost the operator: pools reserved, less returns and entry fees',
    run: (context, [definition]) => printCost(context, definition ?? null),
  },
  recompute: {
    usage: 'recompute <identity>',
    about: "Counts every score of a run from the ledger's rounds; exit code 1 if one differs",
    run: (context, [identity = '']) => recompute(context, identity),
  },
}

async function listRuns({ db, print }: OperatorContext): Promise<void> {
  const rows = await db.kysely
    .selectFrom('rewards.tournament_runs as run')
    .select(['id', 'identity', 'version', 'state', 'starts_at', 'ends_at', 'pool', 'returned', 'cancel_reason'])
    .select(['buy_in', 'fee'])
    .select(({ selectFrom, fn }) =>
      selectFrom('rewards.tournament_scores as entry')
        .select(fn.countAll<bigint>().as('players'))
        .whereRef('entry.run_id', '=', 'run.id')
        .as('players'),
    )
    .orderBy('starts_at', 'desc')
    .limit(shown)
    .execute()
  if (rows.length === 0) print('No run yet.')
  for (const { id, identity, version, state, starts_at, ends_at, pool, returned, ...run } of rows) {
    const term = [starts_at, ends_at].map((at) => at.toISOString().slice(0, 16)).join(' – ')
    const [whole, back] = [pool, returned].map((amount) => formatAmount(amount, baseCurrency, 'en'))
    const paid = run.buy_in === null ? '' : `  ${await textOfEntries(db, id, run.buy_in, run.fee!)}`
    const figures = `${run.players} players  pool ${whole}, returned ${back}${paid}`
    print(
      `${identity.padEnd(32)} version ${version}  ${state.padEnd(10)}  ${term}  ${figures}  ${run.cancel_reason ?? ''}`.trimEnd(),
    )
  }
}

async function textOfEntries(db: OperatorContext['db'], runId: number, price: bigint, fee: bigint): Promise<string> {
  const { players, paid } = await sumEntries(db.kysely, runId)
  const [each, part, sum] = [price, fee, paid].map((amount) => formatAmount(amount, baseCurrency, 'en'))
  return `buy-in ${each} (fee ${part}): ${players} paid ${sum}`
}

async function printCost({ db, print }: OperatorContext, definition: string | null): Promise<void> {
  if (definition !== null && !(await readDefinition(db.kysely, tournamentKind, { identity: definition })))
    throw new CommandError('No such tournament: see list.')
  const rows = await db.kysely
    .selectFrom('rewards.tournament_runs')
    .select(({ fn }) => [
      'definition',
      fn.countAll<bigint>().as('runs'),
      fn.sum<string>('pool').as('pool'),
      fn.sum<string>('returned').as('returned'),
      fn.sum<string>('collected').as('collected'),
      fn.sum<string>('fees').as('fees'),
    ])
    .where('state', 'in', ['finalising', 'finished'])
    .where('ranked_at', 'is not', null)
    .$if(definition !== null, (query) => query.where('definition', '=', definition!))
    .groupBy('definition')
    .orderBy('definition')
    .execute()
  if (rows.length === 0) print('No run has been ranked yet.')
  for (const { definition: identity, runs, ...sums } of rows) {
    const [pool, returned, collected, fees] = [sums.pool, sums.returned, sums.collected, sums.fees].map(BigInt) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    const money = (amount: bigint) => formatAmount(amount, baseCurrency, 'en')
    print(
      `${identity.padEnd(24)} ${runs} runs  pool ${money(pool)}, returned ${money(returned)}  entries ${money(collected)}, fees ${money(fees)}  cost ${money(pool - returned - fees)}`,
    )
  }
}

async function recompute(context: OperatorContext, identity: string): Promise<number> {
  const recomputed = await recomputeRun(context, identity)
  if (!recomputed.ok) throw new CommandError(refusals[recomputed.refusal])
  const { scores, differences } = recomputed.value
  for (const { playerId, stored, recounted } of differences.slice(0, shown))
    context.print(`${playerId}  stored ${text(stored)}  counted ${text(recounted)}`)
  context.print(
    differences.length === 0
      ? `${identity}: ${scores} scores equal the ledger.`
      : `${identity}: ${differences.length} of ${scores} scores differ from the ledger.`,
  )
  return differences.length === 0 ? 0 : 1
}

function text(counted: Recounted | null): string {
  return counted ? `${counted.score} in ${counted.rounds} rounds (movement ${counted.reached})` : 'nothing'
}
