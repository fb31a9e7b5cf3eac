/**
 * Players' names as other players see them: masked, unless the player has agreed to show the nickname. The consent at
 * the time of reading counts. So feeds store the masked name, and the player's id only where there was a consent when
 * the round settled; a name written into a feed would have to be found again when the consent is withdrawn. No id is
 * sent to others, because it would link all rounds of players who never agreed.
 */
import { type Kysely, sql } from 'kysely'
import { cleanText } from '#contract/fields/text.ts'
import { PlayerStatus } from '#contract/identity.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { maskName } from './mask-name.ts'
import type { Player } from './players.ts'

export type PublicName = {
  /** The nickname where the player has agreed to show it, otherwise masked. */
  name: string
  isNickname: boolean
}

export async function readPublicNames(
  db: Kysely<Tables>,
  playerIds: Iterable<string>,
): Promise<Map<string, PublicName & { nickname: string | null }>> {
  const ids = [...new Set(playerIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('identity.players')
    .select(['id', 'nickname', 'shows_nickname', 'status'])
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, { ...publicNameOf(row), nickname: row.nickname }]))
}

export function publicNameOf({
  nickname,
  shows_nickname: isAgreed,
  status,
}: Pick<Player, 'nickname' | 'shows_nickname' | 'status'>): PublicName {
  // The nickname may have been stored before this rule existed.
  const name = cleanText(nickname ?? '')
  const isGone = status === PlayerStatus.blocked || status === PlayerStatus.closed
  return isAgreed && name && !isGone ? { name, isNickname: true } : { name: maskName(name), isNickname: false }
}
