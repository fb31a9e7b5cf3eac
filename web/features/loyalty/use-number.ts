/** Whole and decimal numbers in the page's language, with Latin digits like amounts of money. */
import { numberFormat } from '../../render/formats.ts'
import { useVisitor } from '../../render/router.tsx'

const mostDecimals = 2

export function useNumber(): (value: number) => string {
  return useNumbers([])
}

/** For a column: each number with as many decimals as the one that has the most of them. */
export function useNumbers(column: readonly number[]): (value: number) => string {
  const { locale } = useVisitor()
  const format = numberFormat(locale, {
    minimumFractionDigits: Math.max(0, ...column.map(decimalsOf)),
    maximumFractionDigits: mostDecimals,
  })
  return (value) => format.format(value)
}

function decimalsOf(value: number): number {
  return String(Number(value.toFixed(mostDecimals))).split('.')[1]?.length ?? 0
}
