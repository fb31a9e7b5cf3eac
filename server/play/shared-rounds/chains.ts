/**
 * The chains of hashes of a game: published before their salt is known, used in the order in which they were published.
 */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { HashChain, SharedGame } from '#contract/shared-rounds.ts'
import { lockNamed } from '../../kernel/locks.ts'
import type { Deps, KernelDeps, RandomBytes, Tx } from '../../deps.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { linksFrom, makeChain, placeIn } from './internal/hash-chain.ts'

type Db = Tx | Deps['db']['kysely']
export type ChainRow = {
  id: bigint
  length: number
  last_hash: string
  every: number
  event: string
  salt: string | null
  salt_source: string | null
  is_demo: boolean
  created_at: Date
  salted_at: Date | null
  /** The last place that was played; 0 before the first. */
  played: number
  first_round: bigint
}

/** Newest first. Read for every table: each figure is one row of an index, however many rounds there were. */
export async function readChains(db: Db, game: SharedGame): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    SELECT id, length, last_hash, every, event, salt, salt_source, is_demo, created_at, salted_at,
      coalesce((SELECT max(place) FROM shared.rounds WHERE chain_id = chain.id), 0)::integer AS played,
      coalesce((SELECT number FROM shared.rounds WHERE chain_id = chain.id AND place = 1),
        (SELECT max(number) + 1 FROM shared.rounds WHERE game = ${game}), 1) AS first_round
    FROM shared.chains AS chain WHERE game = ${game} ORDER BY id DESC`.execute(db)
  return rows
}

/** The chain that decides the next round; undefined where none has a salt and rounds left. */
export function chainInUse(chains: readonly ChainRow[]): ChainRow | undefined {
  const usable = chains.filter(({ salt, played, length }) => salt !== null && played < length)
  return usable.findLast((chain) => !chain.is_demo) ?? usable.at(-1)
}

export function presentChain(row: ChainRow): HashChain {
  return {
    length: row.length,
    lastHash: row.last_hash,
    firstRound: Number(row.first_round),
    event: row.event,
    salt: row.salt,
    saltSource: row.salt_source,
    createdAt: row.created_at.toISOString(),
    saltedAt: row.salted_at?.toISOString() ?? null,
    isDemo: row.is_demo,
  }
}

/** By the chain's last hash: the segment that is being played, so that most rounds calculate nothing. */
const segments = new Map<string, { checkpoint: number; links: string[] }>()

export async function hashAt(db: Db, chain: ChainRow, place: number): Promise<string> {
  const { checkpoint, steps } = placeIn(chain, place)
  const known = segments.get(chain.last_hash)
  if (known?.checkpoint === checkpoint && known.links[steps]) return known.links[steps]
  const { rows } = await sql<{ link: Buffer }>`
    SELECT substring(checkpoints FROM ${checkpoint * 32 + 1}::integer FOR 32) AS link FROM shared.chains WHERE id = ${chain.id}`.execute(
    db,
  )
  const links = linksFrom(rows[0]!.link, steps)
  segments.set(chain.last_hash, { checkpoint, links })
  return links[steps]!
}

export const fullLength = 10_000_000
type Needs = KernelDeps & { randomBytes: RandomBytes; actor: Actor }

/**
 * From here on nobody can change what the hashes decide; what they decide is unknown to everybody until the salt is.
 */
export async function publishChain(
  needs: Needs,
  game: SharedGame,
  { length, event }: { length: number; event: string },
): Promise<Result<{ lastHash: string }, 'lengthInvalid' | 'eventMissing'>> {
  if (!Number.isInteger(length) || length < 1 || length > fullLength) return refuse('lengthInvalid')
  if (event.trim() === '') return refuse('eventMissing')
  const chain = await makeChain(length, needs.randomBytes(32))
  await needs.db.transaction(async (tx) => {
    await insertChain(tx, needs, game, { ...chain, event, isDemo: false })
    await audit(tx, needs, {
      action: 'hash-chain-published',
      playerId: null,
      detail: { game, lastHash: chain.lastHash, event },
    })
  })
  return ok({ lastHash: chain.lastHash })
}

/** Entered once, for the oldest chain without one, which the caller names: a repeated call salts no further chain. */
export async function enterSalt(
  needs: Omit<Needs, 'randomBytes'>,
  { game, lastHash, salt, source }: { game: SharedGame; lastHash: string; salt: string; source: string },
): Promise<Result<void, 'noChain' | 'saltedBefore'>> {
  return needs.db.transaction(async (tx) => {
    const { numAffectedRows } = await sql`
      UPDATE shared.chains SET salt = ${salt}, salt_source = ${source}, salted_at = ${needs.clock.now()}
      WHERE salt IS NULL AND last_hash = ${lastHash}
        AND id = (SELECT min(id) FROM shared.chains WHERE game = ${game} AND salt IS NULL)`.execute(tx)
    if (!numAffectedRows) {
      const row = await tx
        .selectFrom('shared.chains')
        .select(['salt', 'salt_source'])
        .where('game', '=', game)
        .where('last_hash', '=', lastHash)
        .executeTakeFirst()
      if (!row || row.salt === null) return refuse('noChain')
      return row.salt === salt && row.salt_source === source ? ok() : refuse('saltedBefore')
    }
    await audit(tx, needs, { action: 'hash-chain-salted', playerId: null, detail: { game, lastHash, salt, source } })
    return ok()
  })
}

/** Some days of rounds without a break. */
const demoLength = 20_000

/** For demos: chain and salt are both made here, which is stated wherever they are shown. */
export async function makeDemoChain(needs: KernelDeps, game: SharedGame): Promise<void> {
  const chain = await makeChain(demoLength, needs.randomBytes(32))
  const salt = Buffer.from(needs.randomBytes(32)).toString('hex')
  await needs.db.transaction(async (tx) => {
    await lockNamed(tx, 'demo chain', game)
    if (chainInUse(await readChains(tx, game))) return
    await insertChain(tx, needs, game, { ...chain, event: 'none: this is a demo chain', isDemo: true, salt })
  })
}

type NewChain = Awaited<ReturnType<typeof makeChain>> & { event: string; isDemo: boolean; salt?: string }

async function insertChain(tx: Tx, { clock }: KernelDeps, game: SharedGame, chain: NewChain): Promise<void> {
  const now = clock.now()
  const salt = chain.salt ?? null
  await tx
    .insertInto('shared.chains')
    .values({
      game,
      length: chain.length,
      last_hash: chain.lastHash,
      every: chain.every,
      checkpoints: chain.checkpoints,
      event: chain.event,
      is_demo: chain.isDemo,
      created_at: now,
      salt,
      salt_source: salt && 'made at the first start, together with the chain',
      salted_at: salt && now,
    })
    .execute()
}
