/** Counts status points: for settled rounds and sports bets by the published rule, and for rewards. */
import { consumer, movements } from '../../kernel/facts/consumer.ts'
import { rewardGranted } from '../../kernel/facts/kinds.ts'
import { currencies, type Fraction, leaveNewerCurrencies, type RateHistory } from '../../reference/index.ts'
import { type Edge, readEdges, roundsOf, rulesWithin } from '../counting-rules.ts'
import { type Bet, type Game, portionsOf, type Round, settledPlay } from '../settled-play.ts'
import { addPoints, type Earned } from './internal/add-points.ts'
import { dateText, monthStart } from './internal/months.ts'
import { millionths } from './internal/points.ts'
import { readRule, type Rule, writeRule } from './internal/rule.ts'
import { readLadder } from './ladder.ts'

const name = 'loyalty'

const loyalty = consumer(name, {
  follows: [movements, rewardGranted],
  pass: settledPlay,
  async apply(tx, batch, needs) {
    const ladder = await readLadder(tx, needs)
    const earned: Earned[] = []
    if (batch.movements) {
      await leaveNewerCurrencies(tx, batch.movements)
      const { players, games, rates } = await batch.read(settledPlay)
      const rule = writeRule(ladder?.data)
      for (const part of await rulesWithin(tx, batch.movements, { consumer: name, rule, partners: needs.partners })) {
        const terms = readRule(part.rule)
        const ofRound = earningOfRounds(terms, await readEdges(tx, name, part.since, games), rates)
        const ofBet = earningOfBets(terms, rates)
        for await (const { player, rounds, bets } of portionsOf(players)) {
          const own: Earned[] = []
          for (const round of roundsOf(part, rounds)) add(own, player, round.settledAt, ofRound(round))
          for (const bet of roundsOf(part, bets)) add(own, player, bet.decidedAt, ofBet(bet))
          earned.push(...own)
        }
      }
    }
    for (const { player, data, at } of await batch.of(rewardGranted))
      if (player && data.reward === 'points')
        earned.push({ playerId: player, month: dateText(monthStart(at)), points: data.amount * millionths })
    await addPoints(tx, needs, ladder, earned)
  },
  /** Levels, rises and what levels were lost by stay: they follow from when points were counted first. */
  async reset(tx) {
    await tx.deleteFrom('rewards.loyalty_months').execute()
    await tx.updateTable('rewards.loyalty_accounts').set({ earned: 0n }).execute()
  },
})

/** `points`: null for what earns none, and does not open an account either. */
function add(own: Earned[], player: string, at: number, points: bigint | null): void {
  if (points === null) return
  const month = monthOf(at)
  const before = own.find((each) => each.month === month)
  if (before) before.points += points
  else own.push({ playerId: player, month, points })
}

const hourMicros = 3_600_000_000
const latest = { hour: -1, month: '' }
/** Most rounds are of the same hour as the one before. */
function monthOf(at: number): string {
  const hour = Math.floor(at / hourMicros)
  if (hour !== latest.hour) Object.assign(latest, { hour, month: dateText(monthStart(new Date(at / 1000))) })
  return latest.month
}

const base = currencies.find(({ isBase }) => isBase)!
const perBaseUnit: Fraction = { numerator: BigInt(base.subunitToUnit), denominator: 1n }

/** Subunits for one unit of the base currency at a moment; null without a rate. */
function perUnit(rates: RateHistory, currency: string, moment: number): Fraction | null {
  return currency === base.code ? perBaseUnit : (rates.at(moment).get(currency) ?? null)
}

/**
 * Each round's points are truncated to millionths, in exact fractions. The stake is valued at the rate of the time of the
 * bet. Stakes repeat, so that most are calculated once.
 */
function earningOfRounds(
  { pointsPerUnit, countsBonusStakes }: Rule,
  edges: Map<Game, Edge>,
  rates: RateHistory,
): (round: Round) => bigint | null {
  const perKind = new Map(Object.entries(pointsPerUnit).map(([kind, points]) => [kind, BigInt(points)]))
  const known = new Map<Fraction, Map<Game, Map<bigint, bigint>>>()
  return ({ game, currency, stake, bonusStake, betAt }) => {
    const counted = countsBonusStakes ? stake : stake - bonusStake
    if (counted <= 0n) return null
    const edge = edges.get(game)
    const points = edge && perKind.get(edge.kind)
    if (!points || edge.numerator <= 0n) return null
    const per = perUnit(rates, currency, betAt)
    if (!per) return null
    const byStake = mapIn(mapIn(known, per), game)
    const before = byStake.get(counted)
    if (before !== undefined) return before
    const earned =
      (counted * edge.numerator * points * millionths * per.denominator) / (edge.denominator * per.numerator)
    byStake.set(counted, earned)
    return earned
  }
}

function mapIn<Key, InnerKey, Value>(outer: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  let inner = outer.get(key)
  if (!inner) outer.set(key, (inner = new Map()))
  return inner
}

/** Valued at the rate of the time of the bet, so that a correction deducts exactly what its settlement earned. */
function earningOfBets({ sports }: Rule, rates: RateHistory): (bet: Bet) => bigint | null {
  if (!sports) return () => null
  const [numerator, denominator, minOdds] = [sports.numerator, sports.denominator, sports.minOdds].map(BigInt)
  return ({ currency, placedAt, settled, lowestOdds }) => {
    const per = settled !== 0n && lowestOdds >= minOdds! ? perUnit(rates, currency, placedAt) : null
    return per && (settled * numerator! * millionths * per.denominator) / (denominator! * per.numerator)
  }
}

export const consumers = [loyalty]
