/** Whole and decimal numbers in the page's language, with Latin digits like amounts of money. */
import { useVisitor } from '../../render/router.tsx'

export function useNumber(): (value: number) => string {
  const { locale } = useVisitor()
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { maximumFractionDigits: 2 })
  return (value) => format.format(value)
}
