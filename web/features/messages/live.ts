/**
 * Handles pushed messages: reads all lists of messages again, and the profile, because the message may be about a break
 * that was started on another device.
 */
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'

export function followMessages(live: Live, client: QueryClient): void {
  const readLists = () => void invalidate(client, 'GET /api/notification/messenger/messages', 'GET /api/player/profile')
  live.on('messenger:notifications', 'message', readLists)
  live.onUnrecovered('messenger:notifications', readLists)
}
