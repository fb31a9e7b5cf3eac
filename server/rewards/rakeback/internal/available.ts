/** What a player can claim, in whole subunits. */
export const millionths = 1_000_000n

/** Never below 0, also while a replay has not counted everything again. */
export function availableOf({ earned, claimed }: { earned: bigint; claimed: bigint }): bigint {
  const whole = earned / millionths
  return whole > claimed ? whole - claimed : 0n
}
