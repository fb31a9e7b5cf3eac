/** `npm run operator -- harm …`: markers of harm, the decisions about them, and concerns that were voiced to support. */
import { randomUUID } from 'node:crypto'
import { reasonOf } from '../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { namedPlayer } from '../identity/index.ts'
import { baseCurrency, formatAmount } from '../reference/index.ts'
import type { MarkerRow } from './act-on-markers.ts'
import { type Decision, decideMarker } from './decide-marker.ts'
import { listMarkersOf, listWaitingMarkers } from './list-markers.ts'
import { recordConcern } from './record-concern.ts'

export const harmCommands: OperatorCommands = {
  list: {
    usage: 'list',
    about: 'Lists the markers that wait for a decision: contested ones first, then strong ones, the oldest first',
    run: list,
  },
  show: {
    usage: 'show <player>',
    about: "Prints a player's markers with what was counted; the player by id or e-mail address",
    run: show,
  },
  uphold: {
    usage: 'uphold <marker> <reason …>',
    about: 'Confirms a marker: bonuses and marketing stay stopped where it is strong',
    run: (context, words) => decide(context, words, 'upheld'),
  },
  dismiss: {
    usage: 'dismiss <marker> <reason …>',
    about: 'Dismisses a marker; after the last strong one, play, bonuses and marketing are open again',
    run: (context, words) => decide(context, words, 'dismissed'),
  },
  concern: {
    usage: 'concern <player> <reason …>',
    about: 'Records that the player, or someone close, has voiced a concern about their play',
    run: concern,
  },
}

/** Money is counted in cents of the base currency. */
const amountOf = (measure: string, counted: bigint): string =>
  measure === 'netDeposits' ? formatAmount(counted, baseCurrency, 'en') : String(counted)

const lineOf = ({
  id,
  player_id,
  level,
  rule,
  measure,
  counted,
  threshold,
  days,
  raised_at,
  state,
  contested_at,
}: MarkerRow) =>
  [
    String(id),
    raised_at.toISOString().slice(0, 16),
    level.padEnd(6),
    contested_at ? `${state}, contested` : state,
    `${rule}: ${amountOf(measure, counted)} of ${amountOf(measure, threshold)} in ${days} days`,
    player_id,
  ].join('  ')

async function list({ db, print }: OperatorContext): Promise<void> {
  const rows = await listWaitingMarkers(db, { limit: 500 })
  if (rows.length === 0) return print('No markers wait for a decision.')
  for (const row of rows) print(lineOf(row))
}

async function show(context: OperatorContext, [player]: string[]): Promise<void> {
  const { db, print } = context
  const { id: playerId } = await namedPlayer(context, player)
  const rows = await listMarkersOf(db, playerId)
  if (rows.length === 0) return print('No markers.')
  for (const row of rows) {
    print(lineOf(row))
    if (row.contest !== null)
      print(`    contested ${row.contested_at?.toISOString().slice(0, 16)}: ${oneLine(row.contest)}`)
    if (row.decided_at)
      print(
        `    ${row.state} ${row.decided_at.toISOString().slice(0, 16)} by ${row.decided_by}: ${oneLine(row.comment ?? '')}`,
      )
  }
}

/** A player's text cannot look like a line of this list. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 500)

async function decide(context: OperatorContext, [id = '', ...words]: string[], decision: Decision): Promise<void> {
  const comment = reasonOf(words)
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new CommandError('Enter the number of a marker: see list.')
  const decided = await decideMarker(context, { id: BigInt(id), decision, comment })
  if (!decided.ok)
    throw new CommandError(
      decided.refusal === 'markerNotFound' ? 'No such marker: see list.' : 'This marker was decided before.',
    )
  context.print(`Marker ${id} is ${decision}.`)
}

async function concern(context: OperatorContext, [player, ...words]: string[]): Promise<void> {
  const reason = reasonOf(words)
  const { id: playerId } = await namedPlayer(context, player)
  await recordConcern(context, { playerId, id: randomUUID(), reason })
  context.print('The concern is recorded.')
}
