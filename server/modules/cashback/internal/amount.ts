/** The formula of cashback, in whole subunits. */
export type Week = {
  /** Rounds staked with cash alone. */
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
