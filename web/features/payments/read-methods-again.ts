/**
 * Reads payment methods again after a refusal because a method or its range has changed. If the method is gone, its
 * form disappears, so the reason is shown as an alert.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { showToast } from '../../design/toast/toast-store.ts'

export function readMethodsAgain(client: QueryClient, { name, message }: ApiError): void {
  if (name !== 'methodNotOffered' && name !== 'amountOutOfRange') return
  void invalidate(client, 'GET /api/payment/methods/deposit', 'GET /api/payment/methods/withdrawal')
  if (name === 'methodNotOffered') showToast({ type: 'warning', title: message })
}
