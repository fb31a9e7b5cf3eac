/** Stakes from the lowest to the highest in steps of about ten, which a list of choices has room for. */
export function someStakes({ min, max }: { min: number; max: number }): number[] {
  const stakes: number[] = []
  for (let stake = min; stake > 0 && stake < max; stake *= 10) stakes.push(stake)
  return [...stakes, max]
}
