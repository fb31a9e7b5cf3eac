/** The state of the step-up outside of React. Any call can request one; a single dialog serves all. */
type Waiting = { resolve: (isProven: boolean) => void }

let waiting: Waiting[] = []
const listeners = new Set<() => void>()

/** Opens the dialog; resolves to whether the step-up succeeded. Concurrent calls share the dialog. */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => change([...waiting, { resolve }]))
}

/** Closes the dialog and resolves all waiting calls. */
export function answerProof(isProven: boolean): void {
  const settled = waiting
  change([])
  for (const { resolve } of settled) resolve(isProven)
}

export function isRequested(): boolean {
  return waiting.length > 0
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}
