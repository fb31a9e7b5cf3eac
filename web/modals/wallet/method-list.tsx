/** The payment methods as tiles with picture, name, minimum, fee and duration. The last used one is first. */
import type { ReactNode } from 'react'
import type { PaymentMethod } from '#contract/payments.ts'
import { dotted } from '../../design/dotted.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { CurrencyMark } from '../../features/wallet/currency-mark.tsx'
import { useMethodTerms } from '../../features/payments/terms.ts'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels, useList } from '../../render/labels.tsx'
import styles from './method-list.module.css'
import { RegionBlock } from './region-block.tsx'
import wallet from '../wallet.module.css'
import picturesUrl from './method-pictures.svg?no-inline'

type MethodListProps = {
  methods: PaymentMethod[]
  currency: string
  chosen: string | null
  onChoose: (method: string) => void
}
export function MethodList({ methods, currency, chosen, onChoose }: MethodListProps) {
  const t = useLabels('wallet')
  const texts = useTranslation()
  const money = useMoney()
  const termsOf = useMethodTerms()
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
              <strong>{texts(method.names)}</strong>
              {method.isLastUsed && <small className={styles.badge}>{t('lastUsed')}</small>}
              <small>
                {dotted([
                  t('fromAmount', { amount: money(method.amountMin, currency, { isShort: true }) }),
                  ...termsOf(method, currency),
                ])}
              </small>
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

/** Which methods are paused, and which still work. Nothing while none is paused. */
export function PausedNote({ methods }: { methods: PaymentMethod[] }) {
  const t = useLabels('wallet')
  const { paused, working } = useMethodNames(methods)
  if (!paused) return null
  return (
    <p className={styles.paused}>
      {t('pausedMethods', { methods: paused })} {t('workingMethods', { methods: working })}
    </p>
  )
}

/** A name that two partners share is not paused while one of them still offers it. */
function useMethodNames(methods: PaymentMethod[]): { paused: string; working: string } {
  const texts = useTranslation()
  const list = useList()
  const namesOf = (isPaused: boolean) =>
    new Set(methods.filter((method) => (method.isPaused ?? false) === isPaused).map(({ names }) => texts(names)))
  const working = namesOf(false)
  return { paused: list([...namesOf(true)].filter((name) => !working.has(name))), working: list([...working]) }
}

const cashAgent = '0x.withdrawal.cash_agent'

/** Shows the partner's logo, else the picture of the method, else that of cards or of the crypto currency. */
export function MethodLogo({ method, currency }: { method: PaymentMethod; currency: string }) {
  const { logo, kind } = method
  if (logo) return <img className={styles.logo} src={logo} alt="" width={40} height={40} />
  const own = method.picture ?? (method.method === cashAgent ? 'cash-agent' : undefined)
  if (!own && kind === 'crypto') return <CurrencyMark currency={currency} size={40} />
  return (
    <svg className={styles.logo} width={40} height={40} aria-hidden="true" focusable="false">
      <use href={`${picturesUrl}#${own ?? 'card'}`} />
    </svg>
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

/** Placeholders for the methods and the form while methods load. */
export function MethodsLoading() {
  const t = useLabels('wallet')
  return (
    <div className={wallet.columns}>
      <MethodSkeleton />
      <div className={wallet.loading}>
        <Spinner label={t('loading')} />
      </div>
    </div>
  )
}

type NoMethodsProps = {
  /** The paused ones. */
  methods: PaymentMethod[]
  /** What else the player can pay with. */
  children?: ReactNode
}
/** Shown if no method can be used for the currency and country. The player may choose another country. */
export function NoMethods({ methods, children }: NoMethodsProps) {
  const t = useLabels('wallet')
  const { paused } = useMethodNames(methods)
  return (
    <>
      {paused ? (
        <Empty icon="bank" title={t('paused')}>
          {t('pausedMethods', { methods: paused })} {t('pausedText')}
        </Empty>
      ) : (
        <Empty icon="bank" title={t('notAvailable')}>
          {t('notAvailableText')}
        </Empty>
      )}
      {children}
      <RegionBlock />
    </>
  )
}
