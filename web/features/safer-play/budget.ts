/** Calculates the maximum budget of the Lower-Risk Gambling Guidelines (CCSA, Canada, 2021). */

/** Percentage of a household's monthly income before tax. */
const guidelinePercent = 1n

/** Amounts are in subunits. `left` is what remains after all costs, or 0 if they exceed the income. */
export function budgetOf({ income, costs }: { income: bigint; costs: bigint }): { left: bigint; most: bigint } {
  const left = income > costs ? income - costs : 0n
  const guideline = (income * guidelinePercent) / 100n
  return { left, most: guideline < left ? guideline : left }
}
