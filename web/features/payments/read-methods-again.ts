/**
 * After a refusal because a method, or its range, is not what the page shows, the methods are read again. The reason is
 * shown apart from the form, which leaves with its method.
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
