/** Starts a deposit and continues by processing type: another window, a QR code, a frame, a message, or waiting. */
import { use, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteReply } from '#contract/api.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Account } from '#contract/wallet.ts'
import { api, ApiError } from '../../api/client.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import type { BonusRequestFields } from '../../features/bonuses/choice.ts'
import { awaitInvoice } from '../../features/payments/awaited-invoice.ts'
import { askForProof } from '../../features/step-up/step-up-store.ts'
import { readMethodsAgain } from '../../features/payments/read-methods-again.ts'
import { openPartnerWindow } from '../../features/payments/partner-window.ts'
import { LabelsContext } from '../../render/labels.tsx'
import { moduleOf } from '../modal-modules.ts'
import { withModal, withoutModal } from '../modal-state.ts'
import { useModal } from '../use-modal.tsx'
import { trackWallet } from './funnel.ts'

export type DepositReply = RouteReply<'POST /api/payment/invoices/deposit'>
export type Started = { method: PaymentMethod; reply: DepositReply; amount: number; currency: string }
export type DepositInput = BonusRequestFields & { amount: number; fields: Record<string, string> }
type DepositRequest = DepositInput & { method: PaymentMethod; account: Account; country: string | null }

/** Shown when a deposit limit is reached or cooling-off or self-exclusion is active (specification, section 8). */
export const limitReachedCode = 13_100
const excludedCode = 13_101

const pageRoute = 'GET /api/payment/invoices/{id}/page'

/** `start` resolves to the field errors of a refusal, empty when there are none. */
export function useStartDeposit(onStarted: (started: Started) => void) {
  const modal = useModal()
  const alert = useAlert()
  const client = useQueryClient()
  const labels = use(LabelsContext)
  // The texts for a failure must be loaded while there is a connection.
  useEffect(() => {
    moduleOf('deposit-error', labels).catch(() => undefined)
  }, [labels])
  const [isBusy, setBusy] = useState(false)
  const [isLimitReached, setLimitReached] = useState(false)

  async function start(request: DepositRequest): Promise<Record<string, string[]>> {
    if (
      client.getQueryData<RouteReply<'GET /api/player/profile'>>(['GET /api/player/profile', null, null])?.status === 2
    ) {
      await alert('profile', 'limitedDeposit')
      return {}
    }
    trackWallet('sent')
    return send(request)
  }

  /** Sends the deposit, and again after a step-up. */
  async function send(request: DepositRequest): Promise<Record<string, string[]>> {
    const { method, account, country, amount, ...wish } = request
    const partnerWindow = method.processingType === 'form' ? openPartnerWindow() : null
    setBusy(true)
    try {
      const reply = await api('POST /api/payment/invoices/deposit', {
        body: {
          method: method.method,
          currency: account.currency,
          country: country ?? undefined,
          amount,
          accountId: account.id,
          ...wish,
          ...redirectsFrom(location),
        },
      })
      proceed({ method, reply, amount, currency: account.currency }, partnerWindow)
      return {}
    } catch (error) {
      partnerWindow?.close()
      if (!(error instanceof ApiError)) throw error
      if (error.name === 'stepUpRequired') return (await askForProof()) ? await send(request) : {}
      return await refused(error)
    } finally {
      setBusy(false)
      void invalidate(client, 'GET /api/payment/invoices')
    }
  }

  function proceed(started: Started, partnerWindow: ReturnType<typeof openPartnerWindow> | null): void {
    const { method, reply } = started
    // The waiting view reads this page; by then the deposit may already be paid, and the server would not return it.
    client.setQueryData<RouteReply<typeof pageRoute>>(apiKey(pageRoute, { params: { id: reply.invoiceId } }), {
      ...reply,
      processingType: method.processingType,
    })
    if (partnerWindow && reply.action) {
      // The modal must open first, so that "back" from a payment page in this window leads to the deposit's progress.
      modal.open('deposit-pending', reply.invoiceId, { instead: 'wallet' })
      partnerWindow.go(reply.action, reply.fields)
    } else if (method.processingType === 'message')
      modal.open('deposit-pending', reply.invoiceId, { instead: 'wallet' })
    else if (method.processingType === 'asyncRedirect') {
      awaitInvoice(reply.invoiceId)
      modal.open('deposit-redirect', 'true', { instead: 'wallet' })
    } else onStarted(started)
  }

  async function refused(error: ApiError): Promise<Record<string, string[]>> {
    if (await handlePlayerRefusal(error)) return {}
    readMethodsAgain(client, error)
    modal.open('deposit-error')
    // Under the dialog, the form shows the errors that can be corrected.
    return error.status === HttpStatus.unprocessable ? error.fields : {}
  }

  /** Handles refusals that concern the player rather than this payment. Resolves to true if it was one of them. */
  async function handlePlayerRefusal(error: ApiError): Promise<boolean> {
    const isLimit = error.code === limitReachedCode || error.code === excludedCode
    if (isLimit) setLimitReached(true)
    if (error.name === 'playerLimited') await alert('profile', 'limitedDeposit')
    if (error.name === 'countryRestricted') await alert('payments', 'countryRestricted')
    return isLimit || error.name === 'playerLimited' || error.name === 'countryRestricted'
  }

  return { start, handlePlayerRefusal, isBusy, isLimitReached, leaveLimit: () => setLimitReached(false) }
}

/** The current URL without the wallet key, with the flag that reports the outcome. */
export function redirectsFrom({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const here = withoutModal(search, 'wallet')
  const to = (query: string) => pathname + query
  return {
    redirectUrl: to(here),
    redirectSuccessUrl: to(withModal(here, 'deposit-success')),
    redirectErrorUrl: to(withModal(here, 'deposit-error')),
  }
}
