/** `npm run operator -- studios …`: catalogues of outside studios. */
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { type SyncOutcome, syncCatalogues } from './sync-catalogues.ts'

const failures: Record<Extract<SyncOutcome, { failure: unknown }>['failure'], string> = {
  unavailable: 'did not answer',
  malformed: 'answered with something that is no catalogue',
  tooLarge: 'answered with more than a catalogue may have',
  empty: 'answered with a catalogue of no games',
}

export const studioCommands: OperatorCommands = {
  list: {
    usage: 'list',
    about: 'Lists outside studios, their games and the last reading of each catalogue',
    run: list,
  },
  'late-rollbacks': {
    usage: 'late-rollbacks',
    about: 'Lists rollbacks of bets that were paid already: the studio counts the bet as returned, the books do not',
    run: lateRollbacks,
  },
  sync: { usage: 'sync', about: 'Reads all catalogues now', run: sync },
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const catalogues = await db.kysely.selectFrom('studios.catalogues').selectAll().orderBy('supplier').execute()
  if (catalogues.length === 0) return print('No catalogue was read yet.')
  for (const { supplier, read_at, attempted_at, failure } of catalogues) {
    const { games, missing, incomplete } = await db.kysely
      .selectFrom('studios.games')
      .select(({ fn, eb }) => [
        fn.countAll<bigint>().as('games'),
        fn.count<bigint>('id').filterWhere('missing_since', 'is not', null).as('missing'),
        fn
          .count<bigint>('id')
          .filterWhere(eb.or([eb('rtp', 'is', null), eb('volatility', 'is', null)]))
          .as('incomplete'),
      ])
      .where('supplier', '=', supplier)
      .executeTakeFirstOrThrow()
    print(
      `${supplier}  ${games} games, ${missing} missing, ${incomplete} without return or volatility  read ${read_at?.toISOString() ?? 'never'}` +
        (failure ? `  failed ${attempted_at.toISOString()}: ${failure}` : ''),
    )
  }
}

async function lateRollbacks({ db, print }: OperatorContext): Promise<void> {
  const rows = await db.kysely
    .selectFrom('studios.late_rollbacks')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(500)
    .execute()
  for (const { studio, transaction_id, bet_transaction_id, round_id, at } of rows)
    print(`${at.toISOString()}  ${studio}  round ${round_id}  bet ${bet_transaction_id}  rollback ${transaction_id}`)
  if (rows.length === 0) print('No rollback came after its bet was paid.')
}

async function sync(context: OperatorContext): Promise<number> {
  const outcomes = await syncCatalogues(context, { isForced: true })
  if (outcomes.length === 0) throw new CommandError('No outside studio is configured: set STUDIOS.')
  for (const outcome of outcomes)
    context.print(
      'failure' in outcome
        ? `${outcome.supplier} ${failures[outcome.failure]}; its games are unchanged.`
        : `${outcome.supplier}: ${outcome.change.games} games, ${outcome.change.added} added, ${outcome.change.changed} changed, ${outcome.change.missing} missing.`,
    )
  return outcomes.some((outcome) => 'failure' in outcome) ? 1 : 0
}
