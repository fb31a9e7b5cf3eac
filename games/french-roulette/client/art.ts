// French roulette's background: the same salon in blue.

import { salon } from '../../roulette/client/art.ts'
import { blue } from '../../roulette/client/salon.ts'

export const scene = (): string => salon(blue)
export const symbols = (): Record<string, string> => ({})
