/** The payment region: the visitor's country, unless another was chosen in this tab. */
import { useVisitor } from '../../render/router.tsx'
import { storedChoice } from './stored-choice.ts'

const region = storedChoice('paymentRegion', 'session')

export function usePaymentRegion(): { country: string | null; choose: (country: string) => void } {
  const { init } = useVisitor()
  return { country: region.use() ?? init.country, choose: (country) => region.write(country) }
}
