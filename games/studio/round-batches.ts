/** Batches the two writes that every round needs across the rounds of many players. */
import type { Outcome } from '../slot-engine/outcome.ts'
import { gather } from './gather.ts'
import { leaseMs, type NewPlay, type OpenRound, type RoundPair } from './open-round.ts'
import { newRoundId, type StudioParts } from './parts.ts'

export type RoundBatches = {
  /** Returns undefined if the seat is not free at this moment, for whatever reason. */
  open(play: NewPlay): Promise<OpenRound | undefined>
  /** Returns false if the round has changed since it was opened, or another driver is working on it. */
  end(ended: { id: string; outcome: Outcome }): Promise<boolean>
}

const maxBatch = 128

export function roundBatches(parts: StudioParts): RoundBatches {
  return {
    open: gather({
      keyOf: ({ owner, maths }: NewPlay) => `${owner} ${maths.slug}`,
      maxBatch,
      run: (plays) => openAll(parts, plays),
    }),
    end: gather({ keyOf: ({ id }) => id, maxBatch, run: (rounds) => endAll(parts, rounds) }),
  }
}

type Opened = Omit<RoundPair, 'next_nonce'> & { place: bigint; seed_id: bigint; nonce: bigint }

async function openAll(parts: StudioParts, plays: NewPlay[]): Promise<Array<OpenRound | undefined>> {
  const now = parts.clock.now()
  const ids = plays.map(() => newRoundId(parts))
  const { rows } = await parts.db.pool.query<Opened>({
    name: 'studio-open-rounds',
    text: 'SELECT * FROM studio.open_rounds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    values: [
      ids,
      plays.map(({ playId }) => playId),
      plays.map(({ owner }) => owner),
      plays.map(({ maths }) => maths.slug),
      plays.map(({ maths }) => maths.version),
      plays.map(({ mathsHash }) => mathsHash),
      plays.map(({ launch }) => launch.currency),
      plays.map(({ stake }) => stake),
      plays.map(({ choice }) => (choice === null ? null : JSON.stringify(choice))),
      plays.map(({ token }) => token),
      now,
      plays.map(({ maths }) => new Date(now.getTime() - parts.cycleMs(maths.kind))),
      new Date(now.getTime() + leaseMs),
    ],
  })
  const answers: Array<OpenRound | undefined> = plays.map(() => undefined)
  for (const row of rows) {
    const index = Number(row.place) - 1
    answers[index] = openRoundOf(plays[index]!, { id: ids[index]!, row, now })
  }
  return answers
}

function openRoundOf(play: NewPlay, { id, row, now }: { id: string; row: Opened; now: Date }): OpenRound {
  const { seed_id, nonce, number, server_seed, server_seed_hash, client_seed } = row
  return {
    round: {
      id,
      play_id: play.playId,
      owner: play.owner,
      game: play.maths.slug,
      mode: 'real',
      seed_id,
      nonce,
      maths_version: play.maths.version,
      maths_hash: play.mathsHash,
      currency: play.launch.currency,
      stake: BigInt(play.stake),
      extra_stake: 0n,
      choice: play.choice,
      state: 'betting',
      outcome: null,
      payout: 0n,
      refusal: null,
      token: play.token,
      attempts: 0,
      created_at: now,
    },
    seeds: { server_seed, server_seed_hash, client_seed, number, next_nonce: nonce + 1n },
  }
}

async function endAll(parts: StudioParts, rounds: Array<{ id: string; outcome: Outcome }>): Promise<boolean[]> {
  const { rows } = await parts.db.pool.query<{ id: string }>({
    name: 'studio-end-rounds',
    text: 'SELECT id FROM studio.end_rounds($1, $2, $3, $4) AS id',
    values: [
      rounds.map(({ id }) => id),
      rounds.map(({ outcome }) => JSON.stringify(outcome)),
      rounds.map(({ outcome }) => outcome.payout),
      parts.clock.now(),
    ],
  })
  const ended = new Set(rows.map(({ id }) => id))
  return rounds.map(({ id }) => ended.has(id))
}
