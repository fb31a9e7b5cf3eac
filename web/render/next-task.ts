/** The start of another task: what runs after it does not lengthen the current one, and input comes in between. */
export function nextTask(): Promise<void> {
  return new Promise((begun) => setTimeout(begun))
}
