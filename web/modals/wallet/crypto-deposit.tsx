/** A crypto deposit: network, bonus, and the address that receives the money, with all warnings. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Account } from '#contract/wallet.ts'
import { api, ApiError } from '../../api/client.ts'
import { dotted } from '../../design/dotted.ts'
import { Failed } from '../../design/empty/empty.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { withinOwnLimits } from '../../features/limits/periods.ts'
import { useLimits } from '../../features/limits/use-limits.ts'
import type { BonusRequestFields } from '../../features/bonuses/choice.ts'
import { CopyButton } from '../../features/payments/copy-button.tsx'
import { networkKey, toRequestFields } from '../../features/payments/field-rules.ts'
import { QrCode } from '../../features/payments/qr-code.tsx'
import { StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useStepUp } from '../../features/step-up/use-step-up.ts'
import { useLabels } from '../../render/labels.tsx'
import { useModal } from '../use-modal.tsx'
import { MethodTerms } from './method-head.tsx'
import { MethodFields, networkOf } from './method-fields.tsx'
import { Outcome } from './outcome.tsx'
import { BonusChooser } from './bonus-chooser.tsx'
import { FormFault } from './form-fault.tsx'
import { OpenApp } from './qr-view.tsx'
import { useBonusChoice } from './use-bonus-choice.ts'
import { useMethodValues } from './use-method-values.ts'
import { useSettled } from './use-settled.ts'
import type { DepositReply } from './use-start-deposit.ts'
import styles from '../wallet.module.css'

type CryptoDepositProps = {
  method: PaymentMethod
  account: Account
  country: string | null
  /** Resolves to true if the refusal has been handled. */ onRefused: (error: ApiError) => Promise<boolean>
}
const refreshMs = 1000

export function CryptoDeposit({ method, account, country, onRefused }: CryptoDepositProps) {
  const t = useLabels('wallet')
  const ofLimits = useLabels('limits')
  const money = useMoney()
  const entered = useMethodValues(method.fields)
  const short = (value: number) => money(value, account.currency, { isShort: true })
  const network = networkOf(method.fields, entered.values)
  const [turn, setTurn] = useState(0)
  const [bonusFault, setBonusFault] = useState<string[]>([])
  const bonus = useBonusChoice(account.currency, null)
  const wish = bonus.choice ? bonus.request : null
  const min = network?.minAmount ?? method.amountMin
  const max = network?.maxAmount ?? method.amountMax
  const { own, most } = withinOwnLimits(useLimits().data ?? [], account.currency, max)
  const isComplete = entered.missing === null
  const fields = isComplete ? toRequestFields(method.fields, entered.values) : null
  const place = useAddress(
    { method, account, country, onRefused },
    {
      fields,
      amount: min,
      wish,
      turn,
      onBonusRefused: (faults) => {
        setBonusFault(faults)
        bonus.forget()
      },
    },
  )
  const invoice = useInvoice(place.data?.invoiceId ?? null)
  if (invoice && invoice.status !== 1) return <Outcome invoice={invoice} onAgain={() => setTurn(turn + 1)} />
  const hasNetworks = method.fields.some(({ key }) => key === networkKey)
  const isRangeKnown = network !== undefined || !hasNetworks
  const needed = hasNetworks && !network ? t('chooseNetwork') : (entered.missing ?? '')
  return (
    <div className={styles.fields}>
      <MethodFields
        fields={method.fields}
        values={entered.values}
        faults={entered.faults}
        onChange={entered.set}
        onFocus={entered.forgive}
        onBlur={entered.touch}
      />
      {isRangeKnown && (
        <p className={styles.note}>
          {dotted([
            own && ofLimits('leftOfLimit', { amount: short(most), period: own.period }),
            t('minMax', { min: short(min), max: short(max) }),
          ])}
        </p>
      )}
      <FormFault faults={bonusFault} />
      <BonusChooser
        state={{
          ...bonus,
          choose: (choice) => {
            setBonusFault([])
            bonus.choose(choice)
          },
        }}
        currency={account.currency}
      />
      <MethodTerms method={method} currency={account.currency} />
      {place.isError && !place.isFetching ? (
        <Failed title={t('addressFailed')} retryLabel={t('retry')} onRetry={() => void place.refetch()} />
      ) : (
        <AddressCard
          place={place.data}
          isBlurred={!isComplete || !place.data}
          hint={isComplete ? t('addressComing') : needed}
        />
      )}
      {invoice && <StatusTimeline invoice={invoice} />}
    </div>
  )
}

type AddressRequest = {
  /** Null until all required fields are complete. */ fields: Record<string, string> | null
  /** The network's minimum, because the real amount is not known in advance. */ amount: number
  /** Null until the bonus selection is known. */ wish: BonusRequestFields | null
  turn: number
  onBonusRefused: (faults: string[]) => void
}
/**
 * Requests the address, again one second after the last change of fields or bonus. The address stays the same, and the
 * last selection applies.
 */
export function useAddress(
  { method, account, country, onRefused }: CryptoDepositProps,
  { fields, amount, wish, turn, onBonusRefused }: AddressRequest,
) {
  const modal = useModal()
  const { withStepUp } = useStepUp()
  const place = fields && JSON.stringify(fields)
  const wanted = place && wish ? JSON.stringify([place, wish]) : null
  const settled = useSettled(wanted, refreshMs)
  const isSettled = settled === wanted
  const answer = useQuery<DepositReply, ApiError>({
    queryKey: ['deposit address', account.id, method.method, settled, turn],
    queryFn: () =>
      withStepUp(() =>
        api('POST /api/payment/invoices/deposit', {
          body: {
            method: method.method,
            currency: account.currency,
            country: country ?? undefined,
            accountId: account.id,
            amount,
            fields: fields!,
            ...wish!,
          },
        }),
      ).catch(async (error: ApiError) => {
        if (error.fields.bonusId) onBonusRefused(error.fields.bonusId)
        else if (error.name !== 'stepUpRequired' && !(await onRefused(error))) modal.open('deposit-error')
        throw error
      }),
    enabled: wanted !== null && isSettled,
    // While a change of the bonus is being sent, the address stays visible; that of a deposit which has ended does not.
    placeholderData: (before, query) =>
      query && placeOfKey(query.queryKey[3]) === place && query.queryKey[4] === turn ? before : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const isStale = !isSettled && placeOfKey(settled) !== place
  return isStale ? { ...answer, data: undefined, isError: false } : answer
}

function placeOfKey(key: unknown): string | null {
  return typeof key === 'string' ? (JSON.parse(key) as [string])[0] : null
}

/** The address and, if the network needs one, the tag. It is blurred while the address is not known. */
export function AddressCard({
  place,
  isBlurred,
  hint,
}: {
  place: DepositReply | undefined
  isBlurred: boolean
  hint: string
}) {
  const t = useLabels('wallet')
  const address = place?.address ?? 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
  return (
    <div className={styles.address} data-blurred={isBlurred || undefined}>
      {isBlurred && <output className={styles.veil}>{hint}</output>}
      <div className={styles.addressBody} inert={isBlurred} aria-hidden={isBlurred || undefined}>
        {place?.qr && !isBlurred && <OpenApp content={place.qr} />}
        <QrCode content={place?.qr ?? address} label={t('qrAddress')} />
        <Code caption={t('yourAddress')} text={address} copyLabel={t('copyAddress')} />
        {place?.tag && (
          <>
            <p className={styles.warning}>
              <Icon name="alert" />
              {t('tagWarning')}
            </p>
            <Code caption={t('tag')} text={place.tag} copyLabel={t('copyTag')} />
          </>
        )}
      </div>
    </div>
  )
}

/** A text with a button that copies it: what is copied is always what is shown. */
function Code({ caption, text, copyLabel }: { caption: string; text: string; copyLabel: string }) {
  return (
    <>
      <p className={styles.caption}>{caption}</p>
      <bdi className={styles.code}>{text}</bdi>
      <CopyButton text={text} label={copyLabel} />
    </>
  )
}
