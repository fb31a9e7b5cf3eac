/** Cancels a pending deposit, or a withdrawal that has not been sent. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '#contract/payments.ts'
import { api, ApiError } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { GuardedButton } from '../../design/button/guarded-button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useAlert } from '../alerts/raise-alert.ts'

export function CancelInvoice({ invoice }: { invoice: Pick<Invoice, 'id' | 'type'> }) {
  const t = useLabels('wallet')
  const alert = useAlert()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const giveUp = async () => {
    setBusy(true)
    try {
      await api('PUT /api/payment/invoices/{id}/decline', { params: { id: invoice.id } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isTooLate = error.name === 'invoiceIsFinal' || error.name === 'invoiceInProgress'
      await (isTooLate ? alert('payments', 'cancelTooLate') : alert('common', 'somethingWrong'))
    } finally {
      setBusy(false)
      void invalidate(client, 'GET /api/payment/invoices', 'GET /api/wallet/accounts')
    }
  }
  return (
    <GuardedButton act={`cancel ${invoice.id}`} size="s" isBusy={isBusy} onClick={() => void giveUp()}>
      {t(invoice.type === 1 ? 'giveUpDeposit' : 'callBack')}
    </GuardedButton>
  )
}
