import { z } from 'zod'
import { CommandError, type OperatorContext } from '../../kernel/operator-commands.ts'
import { findPlayer, findPlayerByEmail, findPlayerByPhone, findPlayersByShortId, type Player } from './players.ts'

type Db = OperatorContext['db']['kysely']

/** The player whom an operator names: by id, the short id that players read out, e-mail address or phone number. */
export async function namedPlayer({ db }: Pick<OperatorContext, 'db'>, text = ''): Promise<Player> {
  const found = await findPlayersNamed(db.kysely, text)
  const [player, ...others] = found
  if (!player)
    throw new CommandError('No such player: enter the id, the short id, the e-mail address or the phone number.')
  if (others.length > 0)
    throw new CommandError(
      `${text} names several players: enter one of the ids ${found.map(({ id }) => id).join(', ')}.`,
    )
  return player
}

/** Several only by a short id or a phone number whose digits are also a short id. */
export async function findPlayersNamed(db: Db, words: string): Promise<Player[]> {
  const text = words.trim()
  if (z.uuid().safeParse(text).success) return one(await findPlayer(db, text))
  if (text.includes('@')) return one(await findPlayerByEmail(db, text))
  const digits = /^(\+|00)?[\d\s().-]{6,24}$/.test(text) ? text.replaceAll(/\D/g, '').replace(/^00/, '') : null
  const byShortId = /^[0-9a-f]{8}$/i.test(text) ? await findPlayersByShortId(db, text.toLowerCase()) : []
  const byPhone = digits ? one(await findPlayerByPhone(db, digits)) : []
  return [...byShortId, ...byPhone]
}

const one = (player: Player | undefined): Player[] => (player ? [player] : [])
