/** Play: rounds of every kind, repeated and rolled-back calls, deposits, and what players do with quests and tournaments. */
import { randomUUID } from 'node:crypto'
import type { Deps, PlayerCtx } from '#server/deps.ts'
import type { Movement } from '#server/ledger/ledger.ts'
import { activateQuest } from '#server/rewards/quests/activate-quest.ts'
import { cancelPlayerQuest } from '#server/rewards/quests/cancel-player-quest.ts'
import { claimPlayerQuest } from '#server/rewards/quests/claim-player-quest.ts'
import { claimRakeback } from '#server/rewards/rakeback/claim-rakeback.ts'
import { addVersion, lockSubject, readVersion } from '#server/reference/versions.ts'
import { grantReward } from '#server/rewards/grant-reward.ts'
import { joinTournament } from '#server/rewards/tournaments/join-tournament.ts'
import { bonus, cash, movement, play, transfer } from '#tests/money/wallets.ts'
import { operator } from '#tests/setup/operator.ts'
import type { Random } from '#tests/simulation/random.ts'
import { currencies, games, quests, spinAmount, spinGame, spinsOfWins, spinWins, stakes } from './world.ts'

export type Load = {
  deps: Deps
  players: string[]
  /** Identities of the runs. */
  runs: string[]
  /** Rounds whose win is still to come. */
  open: Round[]
  bets: number
  refused: Map<string, number>
}
type Round = { player: string; id: string; game: string; currency: string; staked: number }

/**
 * Every fourth plays with bonus money, every fifth has free spins, of which every second one pays bonus money. Each has
 * a session of the player's own id.
 */
export async function openPlayers({ deps, players }: Load, asOwner: AsOwner, random: Random, count: number) {
  const now = deps.clock.now()
  for (let index = 0; index < count; index++) players.push(random.uuid())
  await asOwner(
    `INSERT INTO identity.players (id, email, country, currency, status, created_at, updated_at)
     SELECT id, id || '@example.test', 'DE', 'EUR', 1, $2, $2 FROM unnest($1::uuid[]) AS id`,
    [players, now],
  )
  await asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent)
     SELECT id, id, $2, $2, $2, '127.0.0.1', 'storm' FROM unnest($1::uuid[]) AS id`,
    [players, now],
  )
  await asOwner(
    `INSERT INTO wallet.accounts (player_id, currency, status)
     SELECT id, code, CASE ($3::int[])[place] + 1 WHEN number THEN 1 ELSE 2 END
     FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place), unnest($2::text[]) WITH ORDINALITY AS own (code, number)`,
    [players, currencies, players.map(() => random.int(currencies.length))],
  )
  const withBonus = players.filter((_, index) => index % 4 === 3)
  const withSpins = players.filter((_, index) => index % 5 === 4)
  await asOwner(
    `SELECT ledger.start_wager(id, 'EUR', gen_random_uuid(), 1000000000000, NULL) FROM unnest($1::uuid[]) AS id`,
    [withBonus],
  )
  await asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, wins_as_bonus, is_once, status, currency, game_id, spin_amount, count, created_at, expires_at)
     SELECT gen_random_uuid(), id, 'storm', 1, CASE WHEN n % 2 = 0 THEN $5::jsonb ELSE $5::jsonb - 'wins' END, n % 2 = 0, false, 2, 'EUR', $2, $3,
       CASE WHEN n % 2 = 0 THEN $6::int ELSE 1000000 END, $4, '2999-01-01'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, n)`,
    [withSpins, spinGame, spinAmount, now, JSON.stringify({ name: { en: 'Storm' }, wins: spinWins }), spinsOfWins],
  )
  const isWithBonus = new Set(withBonus)
  await Promise.all(
    players.flatMap((player) => [
      ...currencies
        .filter((code) => code !== 'EUR' || !isWithBonus.has(player))
        .map((code) => post(deps, deposit(player, code, 1e11))),
      ...(isWithBonus.has(player)
        ? [post(deps, movement({ kind: 'gift', transfers: [transfer('house:gifts:EUR', bonus(player), 1e11)] }))]
        : []),
    ]),
  )
}
export type AsOwner = (sql: string, values?: unknown[]) => Promise<{ rows: any[] }>

/** One step of one client. */
export async function step(load: Load, random: Random): Promise<void> {
  const player = random.chance(0.1) ? load.players[0]! : random.pick(load.players)
  const dice = random.int(1000)
  if (dice < 10) return note(load, await activateQuest(as(load, player), { id: random.pick(Object.keys(quests)) }))
  if (dice < 12) return changeQuest(load, player, 2, cancelPlayerQuest)
  if (dice < 17) return changeQuest(load, player, 3, claimPlayerQuest)
  if (dice < 22) return note(load, await joinTournament(as(load, player), { identity: random.pick(load.runs) }))
  if (dice < 32) return void (await post(load.deps, deposit(player, random.pick(currencies), 200 + random.int(2000))))
  if (dice < 34) return givePoints(load, player, random)
  if (dice < 37) return takeRakeback(load, player, random.pick(currencies))
  if (load.open.length > 200 || (load.open.length > 0 && random.chance(0.05)))
    return endRound(load, load.open.splice(random.int(load.open.length), 1)[0]!, random)
  return playRound(load, player, random)
}

export function as({ deps }: Pick<Load, 'deps'>, playerId: string): PlayerCtx {
  const caller = {
    requestId: 'storm',
    ip: '127.0.0.1',
    userAgent: 'storm',
    country: 'DE',
    locale: 'en',
    bearer: null,
    captcha: null,
    player: { id: playerId, sessionId: playerId },
  }
  return { ...deps, caller }
}

function note({ refused }: Load, answer: { ok: true } | { ok: false; refusal: string }): void {
  if (!answer.ok) refused.set(answer.refusal, (refused.get(answer.refusal) ?? 0) + 1)
}

type ChangeQuest = typeof cancelPlayerQuest | typeof claimPlayerQuest

async function changeQuest(load: Load, player: string, state: number, change: ChangeQuest): Promise<void> {
  const held = await load.deps.db.kysely
    .selectFrom('rewards.player_quests')
    .select('id')
    .where('player_id', '=', player)
    .where('state', '=', state)
    .execute()
  for (const { id } of held.slice(0, 1)) {
    // Two tabs at once.
    const both = await Promise.all([change(as(load, player), { id }), change(as(load, player), { id })])
    for (const answer of both) note(load, answer)
  }
}

/** In three tabs at once. */
async function takeRakeback(load: Load, player: string, currency: string): Promise<void> {
  const answers = await Promise.all([1, 2, 3].map(() => claimRakeback(as(load, player), { currency })))
  for (const answer of answers) if (!answer.ok && answer.refusal !== 'rakebackTooSmall') note(load, answer)
}

async function givePoints({ deps }: Load, playerId: string, random: Random): Promise<void> {
  const given = {
    playerId,
    reward: { kind: 'points', points: 1 + random.int(20) },
    source: 'operator',
    sourceId: randomUUID(),
    title: { en: 'A gesture' },
  } as const
  await deps.db.transaction((tx) => grantReward(tx, deps, given))
}

/** Ids are no seeded numbers: in long storms, sequences of two clients with 2^32 states overlap and give one id twice. */
async function playRound(load: Load, player: string, random: Random): Promise<void> {
  const currency = random.pick(['EUR', 'EUR', 'EUR', ...currencies])
  const { slug: game } = random.pick(games)
  const round: Round = { player, id: randomUUID(), game, currency, staked: 0 }
  const keys: string[] = []
  for (let bets = random.chance(0.1) ? 2 : 1; bets > 0; bets--) {
    const [from, to] = stakes[currency]!
    const isSpin = game === spinGame && currency === 'EUR' && random.chance(0.3)
    const amount = isSpin ? Number(spinAmount) : from + random.int(random.chance(0.1) ? to - from : (to - from) / 8)
    const key = randomUUID()
    const bet = of(round, play({ kind: 'bet', player, roundId: round.id, gameId: game, amount, key }))
    const made: Movement = { ...bet, gate: { sessionId: player, barredCountries: '' }, at: load.deps.clock.now() }
    load.bets++
    const posted = await post(load.deps, made)
    note(load, posted)
    if (!posted.ok) break
    // The answer was lost: the studio calls again.
    if (random.chance(0.03)) await post(load.deps, made)
    keys.push(key)
    round.staked += amount
  }
  if (keys.length === 0) return
  if (random.chance(0.08)) return rollBack(load, round, keys)
  if (keys.length === 2 && random.chance(0.5)) await rollBack(load, round, keys.slice(0, 1))
  if (random.chance(0.05)) return void load.open.push(round)
  if (random.chance(0.05)) await win(load, round, random, { isFinished: false })
  await endRound(load, round, random)
}

async function rollBack(load: Load, round: Round, keys: string[]): Promise<void> {
  for (const betKey of keys) {
    const part = { player: round.player, roundId: round.id, gameId: round.game, betKey }
    note(load, await post(load.deps, of(round, play({ kind: 'rollback', ...part }))))
  }
}

const endRound = (load: Load, round: Round, random: Random) => win(load, round, random, { isFinished: true })

async function win(load: Load, round: Round, random: Random, { isFinished }: { isFinished: boolean }): Promise<void> {
  const multiplier = random.pick([0, 0, 0, 0.5, 1, 2, 2, 2.37, random.chance(0.1) ? 25 : 3])
  const amount = Math.floor(round.staked * multiplier)
  const part = { player: round.player, roundId: round.id, gameId: round.game, amount, isFinished }
  const made = of(round, play({ kind: 'win', ...part }))
  note(load, await post(load.deps, made))
  if (random.chance(0.03)) await post(load.deps, made)
}

/** As `play` makes it in euros. */
function of({ currency }: Round, made: Movement): Movement {
  const inOwn = (address: string) => address.replace(/EUR$/, currency)
  return {
    ...made,
    transfers: made.transfers.map((each) => ({ ...each, from: inOwn(each.from), to: inOwn(each.to) })),
    round: { ...made.round!, currency },
  }
}

const deposit = (player: string, code: string, amount: number): Movement =>
  movement({ kind: 'deposit', transfers: [transfer(`world:sandbox:${code}`, cash(player, code), amount)] })

async function post({ ledger }: Deps, made: Movement): Promise<{ ok: true } | { ok: false; refusal: string }> {
  const posted = await ledger.post(made)
  return posted.ok ? { ok: true } : { ok: false, refusal: posted.refusal }
}

/** Every rate moves by up to a fifth, to a number with many places. */
export async function moveRates({ deps }: Load, random: Random): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockSubject(tx, 'rates')
    const { data } = (await readVersion(tx, 'rates'))!
    const moved = Object.entries(data).map(([code, rate]) => {
      const next = rate * (0.8 + random.int(4000) / 10_000)
      return [code, code === 'EUR' ? rate : Number(next.toPrecision(8))]
    })
    await addVersion(tx, { clock: deps.clock, actor: operator }, 'rates', {
      data: Object.fromEntries(moved),
      comment: 'the storm',
    })
  })
}
