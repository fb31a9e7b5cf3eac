/** Closes the open game from outside its stage, where the address does not do so. */
const name = 'fairhouse:leave-game'

export function leaveOpenGame(): void {
  dispatchEvent(new Event(name))
}

export function onLeaveOpenGame(close: () => void): () => void {
  addEventListener(name, close)
  return () => removeEventListener(name, close)
}
