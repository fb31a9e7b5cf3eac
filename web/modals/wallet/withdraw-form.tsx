/** The withdrawal form: network, amount, destination, and a submit button with the amount. */
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PaymentMethod } from '#contract/payments.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Account } from '#contract/wallet.ts'
import { api, ApiError } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { GuardedButton } from '../../design/button/guarded-button.tsx'
import { displayOf, type MoneyCurrency } from '../../design/money/format.ts'
import { useCurrency, useMoney } from '../../design/money/money.tsx'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { playerBonusRoutes } from '../../features/bonuses/player-bonus-request.ts'
import { useQuoted } from '../../features/bonuses/use-quoted.ts'
import { usePlayerBonuses } from '../../features/bonuses/player-bonuses.ts'
import { useProtection } from '../../features/limits/use-protection.ts'
import { turnoverRoute } from '../../features/limits/turnover.ts'
import { networkKey, shownFields, toRequestFields, walletKey } from '../../features/payments/field-rules.ts'
import { RequirementsView } from '../../features/payments/holds.tsx'
import { readMethodsAgain } from '../../features/payments/read-methods-again.ts'
import { alertFor } from '../../features/wallet/use-submit.ts'
import { useStepUp } from '../../features/step-up/use-step-up.ts'
import { isWithin, toWholeUnits, toWireAmount, wholeLimits } from '../../features/wallet/amount.ts'
import { useLabels, useList } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { useModal } from '../use-modal.tsx'
import { AmountField } from './amount-field.tsx'
import { ConfirmBonusEnd } from './confirm-bonus-end.tsx'
import { FormFault } from './form-fault.tsx'
import { trackWallet } from './funnel.ts'
import { MethodFields, networkOf } from './method-fields.tsx'
import { requestKey } from './request-key.ts'
import { type FirstAmount, useAmount } from './use-amount.ts'
import { amountKey, useMethodValues } from './use-method-values.ts'
import { useSettled } from './use-settled.ts'
import styles from '../wallet.module.css'

/** Only networks have addresses to save. */
const AddressBook = lazy(() => import('./address-book.tsx').then((m) => ({ default: m.AddressBook })))

type WithdrawFormProps = { method: PaymentMethod; account: Account; country: string | null }

export function WithdrawForm({ method, account, country }: WithdrawFormProps) {
  const t = useLabels('wallet')
  const list = useList()
  const quoted = useQuoted()
  const money = useMoney()
  const currency = useCurrency()(account.currency)
  const { showFilled } = useVisitor().init.config
  const { canCancelWithdrawals } = useProtection()
  const { perUnit } = displayOf(currency)
  const entered = useMethodValues(method.fields)
  const short = (value: number) => money(value, account.currency, { isShort: true })
  const network = networkOf(method.fields, entered.values)
  const least = network?.minAmount ?? method.amountMin
  const most = Math.min(network?.maxAmount ?? method.amountMax, account.withdrawalBalance)
  const limits = wholeLimits(currency, least, most)
  const entry = useAmount(() => initialAmount(method, least, most, currency))
  const { send, isBusy } = useWithdraw(account)
  const amount = entry.isAll ? most : toWireAmount(entry.text, currency)
  const settled = useSettled(amount, 400)
  const isBelowMinimum = most < least
  const isFitting = entry.isAll ? !isBelowMinimum : isWithin(entry.text, limits)
  const shown = shownFields(method.fields, showFilled, entered.faults)
  const place = (keys: (key: string) => boolean) => (
    <MethodFields
      fields={shown.filter(({ key }) => keys(key))}
      values={entered.values}
      faults={entered.faults}
      onChange={entered.set}
      onFocus={entered.forgive}
      onBlur={entered.touch}
    />
  )
  const note = isBelowMinimum
    ? t('tooPoor', { amount: short(least) })
    : t('minMax', { min: short(limits.min * perUnit), max: short(most) })

  const summary = () => {
    if (isBelowMinimum) return t('nothingToWithdraw')
    if (!isFitting) return t('enterAmount')
    return entered.missing ?? t('withdrawAmount', { amount: short(amount) })
  }

  const ending = useEndingBonuses(account)
  const [isAsking, setAsking] = useState(false)
  async function withdraw(isBonusEndConfirmed: boolean): Promise<void> {
    if (!isFitting || entered.missing || isBusy) return
    const refused = await send({
      method: method.method,
      country: country ?? undefined,
      amount,
      fields: toRequestFields(method.fields, entered.values),
      ...(isBonusEndConfirmed ? { isBonusEndConfirmed } : {}),
    })
    // A bonus may have been granted since the page was opened. The server then requires the confirmation.
    setAsking(refused === 'bonusWouldEnd')
    if (refused !== 'bonusWouldEnd') entered.refuse(refused)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    entered.touchAll()
    if (isAsking || !isFitting || entered.missing) return
    if (ending.names.length > 0) setAsking(true)
    else void withdraw(false)
  }
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      {place((key) => key === networkKey)}
      <AmountField
        currency={account.currency}
        amount={entry}
        limits={limits}
        presets={method.presets}
        all={
          isBelowMinimum
            ? null
            : {
                amount: most,
                label: most < account.withdrawalBalance ? short(most) : t('all', { amount: short(most) }),
              }
        }
        note={{
          text: entered.amountFault ?? note,
          isWrong: isBelowMinimum || entered.amountFault !== undefined || (entry.text !== '' && !isFitting),
        }}
        onFocus={() => {
          entered.forgive(amountKey)
          entered.forgiveOthers()
        }}
      />
      {method.fields.some(({ key }) => key === walletKey) && (
        <Suspense fallback={null}>
          <AddressBook method={method} currency={account.currency} country={country} entered={entered} />
        </Suspense>
      )}
      {place((key) => key !== networkKey)}
      {method.isToOrigin && <p className={styles.small}>{t('toOrigin')}</p>}
      {isFitting && (
        <RequirementsView method={method.method} currency={account.currency} country={country} amount={settled} />
      )}
      {isAsking ? (
        <ConfirmBonusEnd
          names={ending.names}
          lost={ending.lost}
          currency={account.currency}
          canCancel={canCancelWithdrawals}
          isBusy={isBusy}
          onConfirm={() => void withdraw(true)}
          onKeep={() => setAsking(false)}
        />
      ) : (
        <div className={styles.submit}>
          <FormFault faults={entered.otherFaults} />
          <GuardedButton
            act={`withdraw ${method.method}`}
            type="submit"
            tone="primary"
            size="l"
            isWide
            isBusy={isBusy}
            disabled={!isFitting || entered.missing !== null}
          >
            {summary()}
          </GuardedButton>
          {ending.names.length > 0 && (
            <p className={styles.small}>
              {t('bonusEndNote', {
                names: list(ending.names.map(quoted)),
                amount: money(ending.lost, account.currency),
              })}
            </p>
          )}
          <p className={styles.small}>
            {t('withdrawTime')} {canCancelWithdrawals && t('withdrawCancellable')}
          </p>
        </div>
      )}
    </form>
  )
}

/** Returns the method's suggested amount if it is available, otherwise everything, or nothing if below the minimum. */
function initialAmount(method: PaymentMethod, least: number, most: number, currency: MoneyCurrency): FirstAmount {
  const suggested = (method.presets.find((preset) => preset.default) ?? { amount: least }).amount
  if (most < least) return { text: '' }
  return suggested >= least && suggested <= most
    ? { text: toWholeUnits(suggested, currency) }
    : { text: '', isAll: true }
}

/**
 * Returns the names of bonuses that the withdrawal would end, active or issued ones in its currency, and the bonus money
 * that is lost with them. The amount of an issued bonus is not in the balance yet.
 */
function useEndingBonuses({ currency, bonusBalance }: Account): { names: string[]; lost: number } {
  const { all } = usePlayerBonuses()
  const ending = all.flatMap((bonus) => (bonus.kind === 'bonus' && bonus.currency === currency ? [bonus] : []))
  const issued = ending.filter(({ status }) => status === 1).reduce((sum, { amount }) => sum + amount, 0)
  return { names: ending.map(({ name }) => name), lost: bonusBalance + issued }
}

type WithdrawalInput = {
  method: string
  country: string | undefined
  amount: number
  fields: Record<string, string>
  isBonusEndConfirmed?: boolean
}
export function useWithdraw(account: Account) {
  const modal = useModal()
  const alert = useAlert()
  const money = useMoney()
  const client = useQueryClient()
  const { withStepUp } = useStepUp()
  const [isBusy, setBusy] = useState(false)
  const [keyOf] = useState(requestKey)
  async function send(input: WithdrawalInput): Promise<Record<string, string[]> | 'bonusWouldEnd'> {
    setBusy(true)
    trackWallet('sent')
    try {
      const body = { ...input, currency: account.currency, accountId: account.id }
      const request = () =>
        api('POST /api/payment/invoices/withdrawal', { body: { ...body, idempotencyKey: keyOf(body) } })
      // Without an answer the withdrawal may have been accepted. A retry with the same key gets the original answer.
      const { id } = await withStepUp(async () => {
        try {
          return await request()
        } catch (error) {
          if ((error as ApiError).status !== HttpStatus.noAnswer) throw error
          return request()
        }
      })
      modal.open('withdrawal-requested', id, { instead: 'wallet' })
      await alert('payments', 'withdrawalProcessed', { amount: money(input.amount, account.currency) })
      return {}
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name === 'turnoverOpen') return openTurnover()
      readMethodsAgain(client, error)
      if (error.name === 'bonusWouldEnd') {
        void invalidate(client, playerBonusRoutes.bonus)
        return 'bonusWouldEnd'
      }
      if (error.status === HttpStatus.unprocessable && Object.keys(error.fields).length > 0) return error.fields
      if (error.name !== 'stepUpRequired') await alert('common', alertFor(error))
      return {}
    } finally {
      setBusy(false)
      void invalidate(client, 'GET /api/payment/invoices', 'GET /api/wallet/accounts')
    }
  }
  /** Shows the turnover progress instead of the form if turnover has become due since the panel loaded. */
  function openTurnover(): Record<string, string[]> {
    void invalidate(client, turnoverRoute)
    modal.open('turn-over-wager')
    return {}
  }
  return { send, isBusy }
}
