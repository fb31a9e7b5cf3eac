/** Decisions on papers and on the identity check come with a message: what the pages show of them is read again. */
import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '../../live/live.ts'

const affected = ['GET /api/player/documents', 'GET /api/player/services/sumsub', 'GET /api/player/fields/validations']

export function followVerification(live: Live, client: QueryClient): void {
  const readAgain = () => void client.invalidateQueries({ predicate: ({ queryKey }) => affected.includes(String(queryKey[0])) })
  live.on('messenger:notifications', 'message', readAgain)
  live.onUnrecovered('messenger:notifications', readAgain)
}
