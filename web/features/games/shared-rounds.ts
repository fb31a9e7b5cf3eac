/** Forwards events of a game's shared rounds to its frame. This chunk is loaded when a frame requests them. */
import type { ChannelEvents } from '#contract/channels.ts'
import type { FromPage } from '#contract/stage-messages.ts'
import { live } from '../../live/page-live.ts'

const channel = 'game:round:crash'
const events: ReadonlyArray<keyof ChannelEvents[typeof channel]> = [
  'round.betting',
  'round.closed',
  'round.started',
  'round.tick',
  'round.ended',
]

/** Starts forwarding and returns a function that stops it. Does nothing for a game without shared rounds. */
export function forwardRounds(gameId: string, post: (message: FromPage) => void): () => void {
  if (channel !== `game:round:${gameId}`) return () => undefined
  const stops = events.map((event) =>
    live.on(channel, event, (payload) => post({ type: 'round-event', event, payload })),
  )
  return () => stops.forEach((stop) => stop())
}
