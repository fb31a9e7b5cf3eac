/** What a monthly budget leaves, and how much of it the Lower-Risk Gambling Guidelines (CCSA, Canada, 2021) suggest at most. */

/** Of a household's income before tax, per month. */
const guidelinePercent = 1n

/** In subunits. `left` is what remains after all costs, 0 if they exceed the income. */
export function budgetOf({ income, costs }: { income: bigint; costs: bigint }): { left: bigint; most: bigint } {
  const left = income > costs ? income - costs : 0n
  const guideline = (income * guidelinePercent) / 100n
  return { left, most: guideline < left ? guideline : left }
}
