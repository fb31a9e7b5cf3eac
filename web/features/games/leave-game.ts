/** Closes an open game from outside of its stage, if navigation alone would keep it open. */
const name = 'fairhouse:leave-game'

export function leaveOpenGame(): void {
  dispatchEvent(new Event(name))
}

export function onLeaveOpenGame(close: () => void): () => void {
  addEventListener(name, close)
  return () => removeEventListener(name, close)
}
