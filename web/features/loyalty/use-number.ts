/** Formats numbers in the language of the page, with Latin digits. */
import { numberFormat } from '../../render/formats.ts'
import { useVisitor } from '../../render/router.tsx'

const maxDecimals = 2

export function useNumber(): (value: number) => string {
  return useNumbers([])
}

/** Formats all numbers of a column with the same number of decimals. */
export function useNumbers(column: readonly number[]): (value: number) => string {
  const { locale } = useVisitor()
  const format = numberFormat(locale, {
    minimumFractionDigits: Math.max(0, ...column.map(decimalsOf)),
    maximumFractionDigits: maxDecimals,
  })
  return (value) => format.format(value)
}

function decimalsOf(value: number): number {
  return String(Number(value.toFixed(maxDecimals))).split('.')[1]?.length ?? 0
}
