/** The selected method. Wide screens preselect the first one, narrow screens none. */
import { useState } from 'react'
import type { PaymentMethod } from '#contract/payments.ts'
import { trackWallet } from './funnel.ts'
import { useIsWide } from './use-is-wide.ts'

export function useMethodChoice(methods: PaymentMethod[]) {
  const isWide = useIsWide()
  const [chosen, choose] = useState<string | null>(null)
  const method = methods.find((offered) => offered.method === chosen) ?? (isWide ? methods[0] : undefined)
  const select = (id: string) => {
    trackWallet('method')
    choose(id)
  }
  return {
    method,
    choose: select,
    isListShown: isWide || !method,
    isBackShown: !isWide && method !== undefined,
    forget: () => choose(null),
  }
}
