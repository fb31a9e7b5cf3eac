/** Probabilities of 0, 1, 2, … events of a Poisson process with this mean; the probability beyond `most` is in the last one. */
export function poisson(mean: number, most: number): number[] {
  const probabilities: number[] = []
  let [term, rest] = [Math.exp(-mean), 1]
  for (let count = 0; count < most; count++) {
    probabilities.push(term)
    rest -= term
    term *= mean / (count + 1)
  }
  probabilities.push(Math.max(0, rest))
  return probabilities
}
