/** Reads documents and identity checks again after a pushed message, because every decision is sent as a message. */
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'

const affected = [
  'GET /api/player/documents',
  'GET /api/player/services/sumsub',
  'GET /api/player/fields/validations',
  'GET /api/payment/requirements',
] as const

export function followVerification(live: Live, client: QueryClient): void {
  const readPages = () => void invalidate(client, ...affected)
  live.on('messenger:notifications', 'message', readPages)
  live.onUnrecovered('messenger:notifications', readPages)
}
