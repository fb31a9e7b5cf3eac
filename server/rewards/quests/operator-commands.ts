/** `npm run operator -- quests …`: definitions, a player's quests, and what a quest costs. */
import { QuestState } from '#contract/quests.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { readDefinition } from '../../kernel/definitions/definitions.ts'
import { definitionCommands } from '../../kernel/definitions/operator-commands.ts'
import { namedPlayer } from '../../identity/index.ts'
import { costOf } from '../cost-of.ts'
import { noteRead } from '../note-read.ts'
import { readTasks } from './internal/rows.ts'
import { whole } from './internal/progress.ts'
import { questKind } from './quest-kind.ts'

export const operatorCommands: OperatorCommands = {
  ...definitionCommands(questKind),
  player: {
    usage: 'player <player>',
    about: "Lists a player's quests with the progress of each task, the newest first",
    run: (context, [player]) => listOf(context, player),
  },
  cost: {
    usage: 'cost <identity>',
    about: 'Counts the players of each version and what its rewards have cost',
    run: (context, [identity]) => printCost(context, identity),
  },
}

const stateNames = Object.fromEntries(Object.entries(QuestState).map(([name, state]) => [state, name]))

async function listOf(context: OperatorContext, player: string | undefined): Promise<void> {
  const { db, print } = context
  const { id: playerId } = await namedPlayer(context, player)
  await noteRead(context, playerId, 'quests')
  const rows = await db.kysely
    .selectFrom('rewards.player_quests')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('activated_at', 'desc')
    .limit(100)
    .execute()
  const tasks = await readTasks(
    db.kysely,
    rows.map(({ id }) => id),
  )
  if (rows.length === 0) print('This player has started no quest.')
  for (const row of rows) {
    print(
      `${row.activated_at.toISOString().slice(0, 16)}  ${row.identity} version ${row.version}  ${stateNames[row.state]}  reward ${row.reward_state}  ${row.id}`,
    )
    for (const { type, progress, quantity } of tasks.get(row.id)!)
      print(
        `    ${type.padEnd(12)} ${progress / whole} of ${quantity}${/stake|deposit/.test(type) ? ` (${row.currency})` : ''}`,
      )
  }
}

async function printCost({ db, print }: OperatorContext, identity = ''): Promise<void> {
  const rows = await db.kysely
    .selectFrom('rewards.player_quests')
    .select(['id', 'version', 'state'])
    .where('identity', '=', identity)
    .execute()
  if (rows.length === 0) {
    if (!(await readDefinition(db.kysely, questKind, { identity }))) throw new CommandError('No such quest: see list.')
    print('No player has started this quest.')
  }
  const versions = [...Map.groupBy(rows, ({ version }) => version)].toSorted(([a], [b]) => b - a)
  for (const [version, quests] of versions) {
    const completed = quests.filter(({ state }) => state === QuestState.completed)
    print(`version ${version}: started ${quests.length}, completed ${completed.length}`)
    const sourceIds = completed.map(({ id }) => id)
    for (const line of await costOf(db.kysely, { source: 'quest', sourceIds })) print(`    ${line}`)
  }
}
