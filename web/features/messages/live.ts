/** Notifications as they come: every list of them is read again, the bell's included. */
import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '../../live/live.ts'

export function followMessages(live: Live, client: QueryClient): void {
  const readAgain = () => void client.invalidateQueries({ queryKey: ['GET /api/notification/messenger/messages'] })
  live.on('messenger:notifications', 'message', readAgain)
  live.onUnrecovered('messenger:notifications', readAgain)
}
