/** Payment methods as tiles: name and minimum amount. */
import type { PaymentMethod } from '#contract/payments.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { CurrencyMark } from '../../features/wallet/currency-mark.tsx'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './method-list.module.css'

type MethodListProps = {
  methods: PaymentMethod[]
  currency: string
  chosen: string | null
  onChoose: (method: string) => void
}
export function MethodList({ methods, currency, chosen, onChoose }: MethodListProps) {
  const t = useLabels('wallet')
  const words = useTranslation()
  const money = useMoney()
  return (
    <ul className={styles.list} aria-label={t('methods')}>
      {methods.map((method) => (
        <li key={method.method}>
          <button
            type="button"
            className={styles.tile}
            aria-pressed={method.method === chosen}
            onClick={() => onChoose(method.method)}
          >
            <MethodLogo method={method} currency={currency} />
            <span className={styles.words}>
              <strong>{words(method.names)}</strong>
              <small>{t('fromAmount', { amount: money(method.amountMin, currency, { isShort: true }) })}</small>
            </span>
            <span className={styles.arrow}>
              <Icon name="chevron-right" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const cashAgent = '0x.withdrawal.cash_agent'

/** The partner's logo, otherwise the cash-agent icon, the cards icon for fiat, or the currency icon. */
export function MethodLogo({ method, currency }: { method: PaymentMethod; currency: string }) {
  if (method.logo) return <img className={styles.logo} src={method.logo} alt="" width={40} height={40} />
  if (method.kind === 'crypto') return <CurrencyMark currency={currency} size={40} />
  const icon =
    method.method === cashAgent || method.kind === 'cash' ? 'coins' : method.kind === 'bank' ? 'bank' : 'card'
  return (
    <span className={styles.logo}>
      <Icon name={icon} size={24} />
    </span>
  )
}

/** Two placeholder tiles while methods load. */
export function MethodSkeleton() {
  return (
    <div className={styles.list}>
      <Skeleton height={72} radius="l" />
      <Skeleton height={72} radius="l" />
    </div>
  )
}
