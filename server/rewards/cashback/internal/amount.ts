/** The formula of cashback, in whole subunits. */
export type Week = {
  /** Rounds, and sports bets where the definition counts them, staked with cash alone. */
  staked: bigint
  won: bigint
  /** Cash rewards received in the week. */
  rewards: bigint
}
export type Terms = { percent: number; min: bigint; max: bigint }

/** The percentage of what was staked and neither won nor received as a reward; rounded down. */
export function cashbackOf({ staked, won, rewards }: Week, { percent, min, max }: Terms): bigint {
  const loss = staked - won - rewards
  if (loss <= 0n) return 0n
  const part = (loss * BigInt(Math.round(percent * 100))) / 10_000n
  if (part < min) return 0n
  return part < max ? part : max
}

type Period = { staked: bigint; won: bigint; sports_staked: bigint; sports_won: bigint }

/** What counts of a stored period by its definition. */
export function countedOf(period: Period, { countsSports }: { countsSports: boolean }): Pick<Week, 'staked' | 'won'> {
  if (!countsSports) return { staked: period.staked, won: period.won }
  const [staked, won] = [period.staked + period.sports_staked, period.won + period.sports_won]
  // A win of an earlier week that is taken back in this one is a loss of this one, and a stake a gain.
  const positive = (amount: bigint) => (amount > 0n ? amount : 0n)
  return { staked: positive(staked) + positive(-won), won: positive(won) + positive(-staked) }
}
