/** A deposit to an address: network first, then where to send, with everything that could go wrong said beforehand. */
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Account } from '#contract/wallet.ts'
import { api, ApiError } from '../../api/client.ts'
import { Failed } from '../../design/empty/empty.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { CopyButton } from '../../features/payments/copy-button.tsx'
import { networkKey } from '../../features/payments/field-rules.ts'
import { QrCode } from '../../features/payments/qr-code.tsx'
import { StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useLabels } from '../../render/labels.tsx'
import { useModal } from '../use-modal.tsx'
import { MethodFields, networkOf } from './method-fields.tsx'
import { Outcome } from './outcome.tsx'
import { useMethodValues } from './use-method-values.ts'
import type { DepositReply } from './use-start-deposit.ts'
import styles from './wallet.module.css'

type CryptoDepositProps = { method: PaymentMethod; account: Account; country: string | null }
const refreshMs = 1000

export function CryptoDeposit({ method, account, country }: CryptoDepositProps) {
  const t = useLabels('wallet')
  const money = useMoney()
  const entered = useMethodValues(method.fields)
  const short = (value: number) => money(value, account.currency, { isShort: true })
  const network = networkOf(method.fields, entered.values)
  const [turn, setTurn] = useState(0)
  const place = useAddress({ method, account, country }, network?.id ?? null, turn)
  const invoice = useInvoice(place.data?.invoiceId ?? null)
  if (invoice && invoice.status !== 1) return <Outcome invoice={invoice} onAgain={() => setTurn(turn + 1)} />
  const min = network?.minAmount ?? method.amountMin
  const max = network?.maxAmount ?? method.amountMax
  return (
    <div className={styles.fields}>
      <MethodFields fields={method.fields} values={entered.values} faults={entered.faults} onChange={entered.set} onFocus={entered.forgive} onBlur={entered.touch} />
      {network && <p className={styles.note}>{t('minMax', { min: short(min), max: short(max) })}</p>}
      {place.isError
        ? <Failed title={t('addressFailed')} retryLabel={t('retry')} onRetry={() => void place.refetch()} />
        : <AddressCard place={place.data} isBlurred={!network || !place.data} hint={network ? t('addressComing') : t('chooseNetwork')} />}
      {invoice && <StatusTimeline invoice={invoice} />}
    </div>
  )
}

/** The address of a network, asked for one second after the choice has settled. */
function useAddress({ method, account, country }: CryptoDepositProps, network: string | null, turn: number) {
  const modal = useModal()
  const settled = useSettled(network)
  const place = useQuery<DepositReply, ApiError>({
    queryKey: ['deposit address', account.id, method.method, settled, turn],
    queryFn: () => api('POST /api/payment/invoices/deposit', {
      body: { method: method.method, currency: account.currency, country: country ?? undefined, accountId: account.id, amount: method.amountMin, fields: { [networkKey]: settled! } },
    }).catch((error: unknown) => {
      modal.open('deposit-error')
      throw error
    }),
    enabled: settled !== null && settled === network,
    staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false,
  })
  return settled === network ? place : { ...place, data: undefined, isError: false }
}

/** A preselected network is settled from the start; each later choice after a second. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), refreshMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function AddressCard({ place, isBlurred, hint }: { place: DepositReply | undefined; isBlurred: boolean; hint: string }) {
  const t = useLabels('wallet')
  const address = place?.address ?? 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
  return (
    <div className={styles.address} data-blurred={isBlurred || undefined}>
      {isBlurred && <output className={styles.veil}>{hint}</output>}
      <div className={styles.addressBody} inert={isBlurred} aria-hidden={isBlurred || undefined}>
        <QrCode content={place?.qr ?? address} label={t('qrAddress')} />
        <p className={styles.caption}>{t('yourAddress')}</p>
        <bdi className={styles.code}>{address}</bdi>
        <CopyButton text={address} label={t('copyAddress')} />
        {place?.tag && (
          <>
            <p className={styles.warning}><Icon name="alert" />{t('tagWarning')}</p>
            <p className={styles.caption}>{t('tag')}</p>
            <bdi className={styles.code}>{place.tag}</bdi>
            <CopyButton text={place.tag} label={t('copyTag')} />
          </>
        )}
      </div>
    </div>
  )
}
