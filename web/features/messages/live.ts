/**
 * Handles pushed messages: reads all lists of messages again, and the profile, because the message may be about a break
 * that was started on another device.
 */
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { betweenRounds } from '../wallet/running-rounds.ts'

export function followMessages(live: Live, client: QueryClient): void {
  // A message about a result waits until the game has shown it; a break takes effect immediately.
  const readMessages = betweenRounds(() => void invalidate(client, 'GET /api/notification/messenger/messages'))
  const readLists = () => {
    readMessages()
    void invalidate(client, 'GET /api/player/profile')
  }
  live.on('messenger:notifications', 'message', readLists)
  live.onUnrecovered('messenger:notifications', readLists)
}
