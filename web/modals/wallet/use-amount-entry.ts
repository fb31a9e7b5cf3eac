/** The text of an amount while it is typed, and what becomes of it when the player leaves the input. */
import { useState } from 'react'
import { clampAmount, continueAmount, settledAmount, type WholeLimits } from '../../features/wallet/amount.ts'
import { useLocale } from '../../render/labels.tsx'
import type { AmountState } from './use-amount.ts'

/** `value` is the shown text: that of `amount`, or of everything available. */
export function useAmountEntry(value: string, limits: WholeLimits, amount: Pick<AmountState, 'isAll' | 'change'>) {
  const locale = useLocale()
  const [stored, setEntry] = useState(() => settledAmount(value))
  const entry = stored.digits === value ? stored : settledAmount(value)
  const settle = (digits: string) => setEntry({ ...settledAmount(digits), isCut: entry.isCut })
  return {
    isCut: entry.isCut,
    type(text: string) {
      const next = continueAmount(entry, text, locale)
      setEntry(next)
      amount.change(next.digits)
    },
    /** After the caret has moved, edits apply to the shown digits and no longer to the typed text. */
    moveCaret: () => settle(entry.digits),
    leave() {
      if (amount.isAll) return
      const within = clampAmount(value, limits)
      settle(within)
      amount.change(within)
    },
  }
}
