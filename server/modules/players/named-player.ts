import { z } from 'zod'
import { CommandError, type OperatorContext } from '../../platform/operator-commands.ts'
import { findPlayer, findPlayerByEmail, type Player } from './players.ts'

/** The player whom an operator names by id or e-mail address. */
export async function namedPlayer({ db }: Pick<OperatorContext, 'db'>, text = ''): Promise<Player> {
  const isId = z.uuid().safeParse(text).success
  const player = await (isId ? findPlayer(db.kysely, text) : findPlayerByEmail(db.kysely, text))
  if (!player) throw new CommandError('No such player: enter the id or the e-mail address.')
  return player
}
