/**
 * An amount that is fixed in a currency of the house, such as a prize: first about what it is in the currency that the
 * player plays in, then as it is stated.
 */
import { Money, useMoney } from '../../design/money/money.tsx'
import { useVisitor } from '../../render/router.tsx'
import { useActiveAccount } from './accounts.ts'
import { useConversion } from './equivalent.ts'
import styles from './own-money.module.css'

export function OwnMoney({ amount, currency }: { amount: number; currency: string }) {
  const own = useOwnEquivalent()(amount, currency)
  if (!own) return <Money amount={amount} currency={currency} />
  return (
    <>
      <bdi>{own}</bdi>{' '}
      <small className={styles.stated}>
        <Money amount={amount} currency={currency} />
      </small>
    </>
  )
}

/** The same in sentences: "≈ R$6,200.00 (€1,000.00)". */
export function useOwnMoney(): (amount: number, currency: string) => string {
  const money = useMoney()
  const ownOf = useOwnEquivalent()
  return (amount, currency) => {
    const stated = money(amount, currency)
    const own = ownOf(amount, currency)
    return own ? `${own} (${stated})` : stated
  }
}

/** A guest's currency is that of their country. */
function useOwnEquivalent(): (amount: number, currency: string) => string | null {
  const { init, isSignedIn } = useVisitor()
  const account = useActiveAccount()
  return useConversion(isSignedIn ? account?.currency : init.currency)
}
