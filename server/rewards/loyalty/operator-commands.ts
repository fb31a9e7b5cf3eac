/** `npm run operator -- loyalty …`: a player's points and level, and points as a gesture. */
import { type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { namedPlayer } from '../../identity/index.ts'
import { noteRead } from '../note-read.ts'
import { grantNamed, pointsOf } from '../operator-commands.ts'
import { statusPoints } from './internal/points.ts'
import { readLadder, wordsIn } from './ladder.ts'

export const loyaltyCommands: OperatorCommands = {
  show: {
    usage: 'show <player>',
    about: "Prints a player's points, level, months and level rewards; the player by id or e-mail address",
    run: (context, [player]) => show(context, player),
  },
  'grant-points': {
    usage: 'grant-points <player> <points> [--again=<id>] <reason …>',
    about: 'Grants points, which count for levels; the player reads the reason',
    run: (context, [player, points, ...words]) => grantPoints(context, { player, points, words }),
  },
}

async function show(context: OperatorContext, player: string | undefined): Promise<void> {
  const { db, print } = context
  const { id: playerId } = await namedPlayer(context, player)
  await noteRead(context, playerId, 'loyalty')
  const account = await db.kysely
    .selectFrom('rewards.loyalty_accounts')
    .selectAll()
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (!account) return print('No points yet.')
  const ladder = (await readLadder(db.kysely, context))?.data
  const name = ladder?.levels[account.level - 1]?.name
  print(`Level ${account.level}${name ? ` (${wordsIn(name, 'en')})` : ''}, ${statusPoints(account)} status points`)
  print(`Earned in total: ${statusPoints({ earned: account.earned, lost: 0n })}`)
  if (account.review_at) print(`Next review: ${account.review_at.toISOString().slice(0, 10)}`)
  const rises = await db.kysely
    .selectFrom('rewards.loyalty_rises')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('level')
    .execute()
  for (const { level, version, reached_at, granted_at } of rises)
    print(
      `  level ${level} on ${reached_at.toISOString().slice(0, 16)}, ladder version ${version}, rewards ${granted_at ? `settled ${granted_at.toISOString().slice(0, 16)}` : 'to be granted'}`,
    )
}

async function grantPoints(
  context: OperatorContext,
  { player, points = '', words }: { player: string | undefined; points: string | undefined; words: string[] },
): Promise<void> {
  const reward = { kind: 'points', points: pointsOf(points) } as const
  await grantNamed(context, { player: await namedPlayer(context, player), reward, words })
}
