/** `npm run operator -- sessions …`: ends the sessions of a player, or of everyone. */
import { audit } from '../../kernel/audit.ts'
import { reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { namedPlayer } from '../players/named-player.ts'
import { closeEverySession } from './sessions.ts'

export const sessionCommands: OperatorCommands = {
  end: {
    usage: 'end <player|everyone> <reason …>',
    about: 'Signs a player out on all devices, by id or e-mail address, or all players',
    run: (context, [who, ...reason]) => endSessions(context, { who, reason }),
  },
}

async function endSessions(
  context: OperatorContext,
  { who: playerName = '', reason: words }: { who: string | undefined; reason: string[] },
): Promise<void> {
  if (!playerName) throw new CommandError('Enter a player, or "everyone".')
  const reason = reasonOf(words, 'it is kept in the audit log')
  let ended = 0
  for (const playerId of playerName === 'everyone'
    ? await signedIn(context)
    : [(await namedPlayer(context, playerName)).id])
    ended += await endOf(context, playerId, reason)
  context.print(`${ended} session${ended === 1 ? '' : 's'} ended.`)
}

/** Ends the sessions of one player per transaction, so that no player waits for the others. */
async function endOf(context: OperatorContext, playerId: string, reason: string): Promise<number> {
  const { db, clock } = context
  return db.transaction(async (tx) => {
    const closed = await closeEverySession(tx, clock.now(), playerId, 'ended-by-operator')
    if (closed.length > 0)
      await audit(tx, context, { action: 'session-closed', playerId, detail: { reason, sessions: closed.length } })
    return closed.length
  })
}

async function signedIn({ db }: OperatorContext): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('identity.sessions')
    .select('player_id')
    .distinct()
    .where('closed_at', 'is', null)
    .orderBy('player_id')
    .execute()
  return rows.map((row) => row.player_id)
}
