/**
 * Handles notification pushes: every list is refetched, including the bell's; and the profile, because a message may be
 * about a break that another device has started.
 */
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'

export function followMessages(live: Live, client: QueryClient): void {
  const readLists = () => void invalidate(client, 'GET /api/notification/messenger/messages', 'GET /api/player/profile')
  live.on('messenger:notifications', 'message', readLists)
  live.onUnrecovered('messenger:notifications', readLists)
}
