/** The worker: receives a challenge and answers with its solution. */
import { solve } from './solve.ts'

type Challenge = { challenge: string; difficulty: number }
addEventListener('message', ({ data }: MessageEvent<Challenge>) => postMessage(solve(data.challenge, data.difficulty)))
