/** Adds each settled round to its player's rakeback, by the version that was in force when the round settled. */
import { sql } from 'kysely'
import type { Tx } from '../../deps.ts'
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { readStarted } from '../../kernel/definitions/definitions.ts'
import { settledRounds } from '../../play/index.ts'
import { gamesUnder, rulesWithin, type RuledRange } from '../counting-rules.ts'
import { millionths } from './internal/available.ts'
import { readRule, type Rule, writeRule } from './internal/rule.ts'
import { rakebackIdentity, rakebackKind } from './kind.ts'

const name = 'rakeback'

const rakeback = consumer(name, {
  follows: [movements],
  async apply(tx, { movements: range }, { partners }) {
    if (!range) return
    const rule = writeRule(await readStarted(tx, rakebackKind, rakebackIdentity))
    for (const part of await rulesWithin(tx, range, { consumer: name, rule, partners }))
      await add(tx, part, readRule(part.rule))
  },
  /** What was claimed stays claimed. */
  reset: async (tx) => {
    await tx.updateTable('rewards.rakebacks').set({ earned: 0n }).execute()
  },
})

/** Truncated to a millionth of a subunit for each round. Stakes of bonus money and free spins bring nothing. */
async function add(tx: Tx, part: RuledRange, { versions }: Rule): Promise<void> {
  if (versions.length === 0) return
  const rounds = settledRounds(tx, part)
    .where('bonus_stake', '=', 0n)
    .where('free_stake', '=', 0n)
    .where('stake', '>', 0n)
    .select(['studio', 'game_id', 'player_id', 'currency', 'settled_at', 'stake'])
  const column = (key: keyof Rule['versions'][number]) => versions.map((version) => version[key])
  await sql`
    WITH round AS MATERIALIZED (${rounds}),
    version AS (SELECT * FROM unnest(${column('hundredths')}::numeric[], ${column('from')}::timestamptz[], ${column('to')}::timestamptz[])
      AS given (hundredths, starts_at, ends_at)),
    earned AS (
      SELECT player_id, currency, sum(div(stake * game.numerator * version.hundredths * ${millionths}::numeric, game.denominator * 10000)) AS sum
      FROM round JOIN ${gamesUnder(name, part.since, sql`round`)} AS game USING (studio, game_id)
      JOIN version ON settled_at >= version.starts_at AND (version.ends_at IS NULL OR settled_at < version.ends_at)
      GROUP BY 1, 2)
    INSERT INTO rewards.rakebacks AS held (player_id, currency, earned)
    SELECT player_id, currency, sum::bigint FROM earned WHERE sum > 0 ORDER BY 1, 2
    ON CONFLICT (player_id, currency) DO UPDATE SET earned = held.earned + excluded.earned`.execute(tx)
}

export const consumers = [rakeback]
