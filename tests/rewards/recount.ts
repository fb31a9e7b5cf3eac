/**
 * What every reward must have come to, counted from the ledger's entries alone: written from the rules as players read
 * them, in exact fractions, and with none of the code that counts.
 */
import { findCurrency } from '#server/reference/currencies.ts'
import type { AsOwner } from './load.ts'

/** A round as the ledger's entries make it; times in microseconds of the database. */
export type Round = {
  movement: bigint
  at: bigint
  betAt: bigint
  player: string
  currency: string
  game: string
  cash: bigint
  bonus: bigint
  free: bigint
  won: bigint
}
export type Deposit = { movement: bigint; at: bigint; player: string; currency: string; amount: bigint }
export type Books = {
  rounds: Round[]
  deposits: Deposit[]
  rates: Rates
  paid: Map<string, bigint>
  /** By player: what free spins won that pays bonus money. */
  setAside: Map<string, bigint>
}
/** An exact fraction for each currency, from a moment on. */
type Rates = Array<{ from: bigint; of: Map<string, [bigint, bigint]> }>

const micros = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint`
const perPage = 40_000n

/** Everything that settled, in the order in which it did. */
export async function readBooks(asOwner: AsOwner): Promise<Books> {
  const status = await asOwner(`SELECT id, game_id FROM games.rounds WHERE status = 'settled'`)
  const games = new Map<string, string>(status.rows.map(({ id, game_id }) => [id, game_id]))
  const rounds = new Map<string, Round>()
  const { rows: owners } = await asOwner('SELECT player_id FROM bonuses.player_freespins WHERE wins_as_bonus')
  const setAside = new Map<string, bigint>(owners.map(({ player_id }) => [player_id, 0n]))
  // One string for each player, currency and game, not one for each round: a million rounds fit into the memory.
  const known = new Map<string, string>()
  const once = (text: string): string => known.get(text) ?? (known.set(text, text), text)
  const deposits: Deposit[] = []
  const { rows: end } = await asOwner('SELECT max(id)::text AS last FROM ledger.movements')
  for (let after = 0n; after < BigInt(end[0].last); after += perPage) {
    const { rows } = await asOwner(
      `SELECT movement.id::text, movement.kind, ${micros('movement.created_at')}::text AS at, movement.reference_kind AS about,
         movement.reference_id AS round, wallet.player_id AS player, wallet.currency,
         coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'player:%:cash:%'), 0)::text AS cash,
         coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'player:%:bonus:%'), 0)::text AS bonus,
         coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'house:bonus-expense:%'), 0)::text AS free,
         coalesce(sum(entry.amount) FILTER (WHERE account.address LIKE 'house:spin-wins:%'), 0)::text AS aside
       FROM ledger.movements AS movement
       JOIN wallet.accounts AS wallet ON wallet.id = movement.wallet_id
       LEFT JOIN ledger.entries AS entry ON entry.movement_id = movement.id
       LEFT JOIN ledger.accounts AS account ON account.id = entry.account_id
       WHERE movement.id > $1 AND movement.id <= $2 AND movement.kind IN ('bet', 'win', 'rollback', 'deposit')
       GROUP BY movement.id, wallet.player_id, wallet.currency ORDER BY movement.id`,
      [after, after + perPage],
    )
    for (const row of rows) {
      const [movement, at] = [BigInt(row.id), BigInt(row.at)]
      const [cash, bonus, free] = [BigInt(row.cash), BigInt(row.bonus), BigInt(row.free)]
      const [player, currency] = [once(row.player), once(row.currency)]
      if (row.about !== 'round') {
        deposits.push({ movement, at, player, currency, amount: cash })
        continue
      }
      const game = games.get(row.round)
      if (game === undefined) continue
      let round = rounds.get(row.round)
      if (!round) {
        round = { movement, at, betAt: at, player, currency, game: once(game), cash: 0n, bonus: 0n, free: 0n, won: 0n }
        rounds.set(row.round, round)
      }
      round.movement = movement
      round.at = at
      if (row.kind === 'win') {
        const won = cash + bonus + BigInt(row.aside)
        round.won += won
        // In the proportion of the stakes that are in the round by then.
        const ofSpins = setAside.get(player)
        if (ofSpins !== undefined && round.free > 0n)
          setAside.set(player, ofSpins + (won * round.free) / (round.free + round.cash + round.bonus))
      } else {
        round.cash -= cash
        round.bonus -= bonus
        round.free -= free
      }
    }
  }
  const ordered = [...rounds.values()].sort((a, b) => (a.movement < b.movement ? -1 : 1))
  return { rounds: ordered, deposits, rates: await readRates(asOwner), paid: await readPaid(asOwner), setAside }
}

async function readRates(asOwner: AsOwner): Promise<Rates> {
  const { rows } = await asOwner(
    `SELECT ${micros('at')}::text AS at, data::text FROM reference.versions WHERE subject = 'rates' ORDER BY at, version`,
  )
  return rows.map(({ at, data }, index) => ({
    // Before the first version, that one.
    from: index === 0 ? 0n : BigInt(at),
    of: new Map(Object.entries(JSON.parse(data)).map(([code, rate]) => [code, fractionOf(String(rate))])),
  }))
}

/** Cash paid by each kind of movement: `kind player currency` and its sum. */
async function readPaid(asOwner: AsOwner): Promise<Map<string, bigint>> {
  const { rows } = await asOwner(
    `SELECT movement.kind, account.player_id AS player, account.currency, sum(entry.amount)::text AS sum
     FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id
     JOIN ledger.accounts AS account ON account.id = entry.account_id
     WHERE movement.actor = 'rewards' AND account.player_id IS NOT NULL GROUP BY 1, 2, 3`,
  )
  return new Map(rows.map(({ kind, player, currency, sum }) => [`${kind} ${player} ${currency}`, BigInt(sum)]))
}

/** A decimal as a fraction: 5.43 is 543 of 100, 2e-5 is 2 of 100000. */
function fractionOf(text: string): [bigint, bigint] {
  const [decimal = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = decimal.split('.')
  const places = fraction.length - Number(exponent)
  return places >= 0
    ? [BigInt(whole + fraction), 10n ** BigInt(places)]
    : [BigInt(whole + fraction) * 10n ** BigInt(-places), 1n]
}

const subunits = (code: string) => BigInt(findCurrency(code)!.subunitToUnit)

/** Subunits of `to`, times `scale`, rounded down, at the rates of the moment. */
export function convert(rates: Rates, amount: bigint, [from, to]: [string, string], at: bigint, scale = 1n): bigint {
  if (from === to) return amount * scale
  const { of } = rates.findLast(({ from: since }) => since <= at)!
  const [[above, below], [toAbove, toBelow]] = [of.get(from)!, of.get(to)!]
  return (amount * scale * below * toAbove * subunits(to)) / (above * toBelow * subunits(from))
}

type Task = {
  type: string
  quantity: bigint
  multiplier: string | null
  minStake: bigint | null
  games: string[] | null
}
export type StartedQuest = {
  player: string
  currency: string
  inSequence: boolean
  afterMovement: bigint
  begunAt: bigint
  expiresAt: bigint
  tasks: Task[]
}
export type Played = { rounds: Round[]; deposits: Deposit[] }
const millionths = 1_000_000n

/** The progress of each task, in millionths. `played` is the player's. */
export function countQuest(quest: StartedQuest, { rounds, deposits }: Played, rates: Rates): bigint[] {
  const isInTime = ({ movement, at }: { movement: bigint; at: bigint }) =>
    movement > quest.afterMovement && at > quest.begunAt && at <= quest.expiresAt
  const events: Array<{ movement: bigint; round?: Round; deposit?: Deposit }> = [
    ...rounds.filter(isInTime).map((round) => ({ movement: round.movement, round })),
    ...deposits.filter(isInTime).map((deposit) => ({ movement: deposit.movement, deposit })),
  ].sort((a, b) => (a.movement < b.movement ? -1 : 1))
  const counted = quest.tasks.map(() => 0n)
  const visited = quest.tasks.map(() => new Set<string>())
  const isDone = (index: number) => counted[index]! >= quest.tasks[index]!.quantity * millionths
  for (const { round, deposit } of events) {
    const current = quest.tasks.findIndex((_, index) => !isDone(index))
    quest.tasks.forEach((task, index) => {
      if (isDone(index) || (quest.inSequence && index !== current)) return
      const worth = (amount: bigint, { currency, at }: { currency: string; at: bigint }) =>
        convert(rates, amount, [currency, quest.currency], at, millionths)
      let by = 0n
      if (deposit) by = task.type === 'deposit' ? worth(deposit.amount, deposit) : 0n
      // Only the player's own money.
      if (round && round.cash > 0n) {
        const own = worth(round.cash, round)
        if (task.games && !task.games.includes(round.game)) return
        if (task.minStake !== null && own < task.minStake * millionths) return
        if (task.type === 'stake') by = own
        if (task.type === 'rounds') by = millionths
        if (task.type === 'games' && !visited[index]!.has(round.game)) by = millionths
        if (task.type === 'multiplier') {
          const [above, below] = fractionOf(task.multiplier!)
          if (round.won * below >= above * (round.cash + round.bonus)) by = millionths
        }
        visited[index]!.add(round.game)
      }
      const most = task.quantity * millionths
      counted[index] = counted[index]! + by > most ? most : counted[index]! + by
    })
  }
  return counted
}

export type Run = {
  scoreBy: string
  first: number | null
  best: number | null
  cap: bigint | null
  minStake: bigint
  games: string[] | null
  currencies: string[] | null
  bonusMoney: boolean
  freeSpins: boolean
  from: bigint
  to: bigint
  /** For each player who joined, the movement after which rounds count. Null: everyone takes part. */
  joined: Map<string, bigint> | null
}
export type Score = { player: string; score: bigint; reached: bigint; rounds: number }

/** In the order of places. */
export function countRun(run: Run, rounds: Round[], rates: Rates): Score[] {
  const scores = new Map<string, Score>()
  const firsts = new Map<string, bigint[]>()
  for (const { player, currency, game, movement, at, ...round } of rounds) {
    const staked = round.cash + round.bonus + round.free
    if (at < run.from || at >= run.to || staked === 0n) continue
    if (run.joined && !(run.joined.get(player)! < movement)) continue
    if (run.games && !run.games.includes(game)) continue
    if (run.currencies && !run.currencies.includes(currency)) continue
    if (round.bonus > 0n && !run.bonusMoney) continue
    if (round.free > 0n && !run.freeSpins) continue
    const base = (amount: bigint) => convert(rates, amount, [currency, 'EUR'], run.from)
    if (base(staked) < run.minStake) continue
    const before = scores.get(player)
    const score = before?.score ?? 0n
    const place = (before?.rounds ?? 0) + 1
    const multiplier = (round.won * 100n) / staked
    const first = firsts.get(player) ?? []
    firsts.set(player, first)
    if (place <= (run.first ?? 0)) first.push(run.cap !== null && multiplier > run.cap ? run.cap : multiplier)
    const gains: Record<string, bigint> = {
      stake: base(staked),
      rounds: 1n,
      net: base(round.won) - base(staked),
      multiplier: multiplier > score ? multiplier - score : 0n,
      multipliers: place <= (run.first ?? 0) ? multiplier : 0n,
      equalised: sumOfBest(first, run.best ?? 0) - score,
    }
    const gain = gains[run.scoreBy]!
    const isReached = gain !== 0n || (run.scoreBy === 'multiplier' && !before)
    const reached = isReached ? movement : (before?.reached ?? 0n)
    scores.set(player, { player, score: score + gain, reached, rounds: place })
  }
  return [...scores.values()].sort((a, b) => {
    if (a.score !== b.score) return a.score > b.score ? -1 : 1
    if (a.reached !== b.reached) return a.reached < b.reached ? -1 : 1
    return a.player < b.player ? -1 : 1
  })
}

function sumOfBest(values: bigint[], count: number): bigint {
  const ordered = values.toSorted((a, b) => (a > b ? -1 : 1))
  return ordered.slice(0, count).reduce((sum, each) => sum + each, 0n)
}

/** The Monday 00:00 UTC that a moment follows, as a date. */
export function weekOf(at: bigint): string {
  const day = Number(at / 86_400_000_000n)
  return new Date((day - ((day + 3) % 7)) * 86_400_000).toISOString().slice(0, 10)
}

export function groupBy<T>(list: T[], key: (each: T) => string): Map<string, T[]> {
  return Map.groupBy(list, key)
}
