/** One channel's recent publications and the position of the newest one. */
import { encodePublication, encodePush, type Position } from './wire.ts'
import { textFrame } from './frame.ts'

export type StreamLimits = { historySize: number; historyBytes: number }

/** Most of a player's nine channels are silent, so a silent one must cost little. */
export class Stream {
  readonly epoch: string
  readonly isRecoverable: boolean
  /** Offset of the newest publication; 0 if there was none. */
  top = 0
  /** The newest publications, oldest first; the last one's offset is `top`. */
  #recent: string[] | null = null

  constructor(epoch: string, isRecoverable: boolean) {
    this.epoch = epoch
    this.isRecoverable = isRecoverable
  }

  /** Appends the next publication (JSON text) and returns the frame that every subscriber gets. */
  append(channel: string, data: string, limits: StreamLimits): Buffer {
    if (!this.isRecoverable) return textFrame(encodePush(channel, encodePublication(data, null)))
    this.top += 1
    const publication = encodePublication(data, this.top)
    this.#recent ??= []
    this.#recent.push(publication)
    dropOldest(this.#recent, limits)
    return textFrame(encodePush(channel, publication))
  }

  /** Everything after the position; null if some of it is no longer stored. */
  since(position: Position): string[] | null {
    if (!this.isRecoverable || position.epoch !== this.epoch || position.offset > this.top) return null
    const missed = this.top - position.offset
    if (missed > (this.#recent?.length ?? 0)) return null
    return missed === 0 ? [] : this.#recent!.slice(-missed)
  }
}

function dropOldest(recent: string[], limits: StreamLimits): void {
  if (recent.length > limits.historySize) recent.shift()
  let bytes = recent.reduce((sum, publication) => sum + publication.length, 0)
  while (bytes > limits.historyBytes) bytes -= recent.shift()!.length
}
