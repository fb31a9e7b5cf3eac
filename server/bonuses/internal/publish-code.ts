/** Every change of a player's code is pushed; the browser then refetches the list. */
import type { Selectable } from 'kysely'
import { playerChannel } from '#contract/channels.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'
import { append } from '../../kernel/outbox/append.ts'

type CodeRow = Pick<Selectable<Tables['bonuses.player_codes']>, 'id' | 'player_id' | 'code' | 'bonus_id' | 'trigger'>

/** Version 1 when added; 2, the last, when used or removed. */
export async function publishCode(tx: Tx, row: CodeRow, version: 1 | 2): Promise<void> {
  await append(tx, {
    channel: playerChannel('bonus:player-bonus-codes', row.player_id),
    event: 'playerBonusCode',
    payload: { playerBonusCodeId: row.id, bonusCode: row.code, bonusId: row.bonus_id, trigger: row.trigger },
    version,
  })
}
