import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../kernel/db/tables.ts'
import { findPlayer, findPlayerByEmail, findPlayerByPhone, findPlayersByShortId, type Player } from './players.ts'

/**
 * The players whom an operator names: by id, the short id that players read out, e-mail address or phone number. Several
 * only by a short id or a phone number whose digits are also a short id.
 */
export async function findPlayersNamed(db: Kysely<Tables>, words: string): Promise<Player[]> {
  const text = words.trim()
  if (z.uuid().safeParse(text).success) return one(await findPlayer(db, text))
  if (text.includes('@')) return one(await findPlayerByEmail(db, text))
  const digits = /^(\+|00)?[\d\s().-]{6,24}$/.test(text) ? text.replaceAll(/\D/g, '').replace(/^00/, '') : null
  const byShortId = /^[0-9a-f]{8}$/i.test(text) ? await findPlayersByShortId(db, text.toLowerCase()) : []
  const byPhone = digits ? one(await findPlayerByPhone(db, digits)) : []
  return [...byShortId, ...byPhone]
}

const one = (player: Player | undefined): Player[] => (player ? [player] : [])
