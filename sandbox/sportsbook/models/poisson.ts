/**
 * Probabilities of 0, 1, 2, … events of a Poisson process with this mean; the last one includes the probability of more
 * than `max` events.
 */
export function poisson(mean: number, max: number): number[] {
  const probabilities: number[] = []
  let [term, remainder] = [Math.exp(-mean), 1]
  for (let count = 0; count < max; count++) {
    probabilities.push(term)
    remainder -= term
    term *= mean / (count + 1)
  }
  probabilities.push(Math.max(0, remainder))
  return probabilities
}
