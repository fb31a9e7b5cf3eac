/** The state of an amount: whole display units as typed, or everything available including cents. */
import { useState } from 'react'

export type AmountState = {
  text: string
  isAll: boolean
  /** The amount is a suggestion and not entered, so it follows the limits. */
  isSuggested: boolean
  change(text: string): void
  takeAll(): void
}
export type FirstAmount = { text: string; isAll?: boolean }

export function useAmount(first: () => FirstAmount): AmountState {
  const [{ text, isAll = false, isSuggested = false }, set] = useState<FirstAmount & { isSuggested?: boolean }>(() => ({
    ...first(),
    isSuggested: true,
  }))
  return {
    text,
    isAll,
    isSuggested,
    change: (next) => set({ text: next }),
    takeAll: () => set({ text: '', isAll: true }),
  }
}
